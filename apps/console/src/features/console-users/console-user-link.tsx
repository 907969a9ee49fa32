import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { consoleUserPath } from './console-user-address.ts'

/** A person of the console, one click away; the name alone where the reader may not open the page. */
export function ConsoleUserLink({ id, name }: { id: string; name: string }) {
  const may = useCan({ console_user: ['GET'] })
  return may ? <Link href={consoleUserPath(id)}>{name}</Link> : name
}
