import type { AnyList } from './list-address.ts'

/** The name of a list in layouts and saved views: `/session/v1/parking-sessions/active` is `parking-sessions-active`. */
export const nameOfList = ({ path }: Pick<AnyList, 'path'>): string => path.split('/').slice(3).join('-')
