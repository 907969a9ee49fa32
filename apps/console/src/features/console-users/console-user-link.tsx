import { consoleUserPath } from './console-user-address.ts'
import { Link } from '../../ui/details/link.tsx'

/** A person of the console, one click away. */
export const ConsoleUserLink = ({ id, name }: { id: string; name: string }) => (
  <Link href={consoleUserPath(id)}>{name}</Link>
)
