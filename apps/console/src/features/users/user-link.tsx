import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'

export const userPath = (id: string): string => `/users/${id}`

/** A rider wherever one is named; the name alone where the reader may not open the page. */
export function UserLink({ id, name }: { id: string; name: string }) {
  const may = useCan({ user: ['GET'] })
  return may ? <Link href={userPath(id)}>{name}</Link> : name
}
