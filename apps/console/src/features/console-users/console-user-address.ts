// Links to people load with every screen, the contract of their list does not.

export const consoleUserParts = ['roles', 'secrets', 'sessions', 'audit'] as const
export type ConsoleUserPart = (typeof consoleUserParts)[number]

export const consoleUserPath = (id: string, part?: ConsoleUserPart): string =>
  `/users/console?open=${id}${part === undefined ? '' : `&part=${part}`}`
