import { Link } from '../../ui/details/link.tsx'

export const locationPath = (id: string): string => `/locations/${id}`

/** A location wherever it is named: its name, with the code before it where there is room. */
export const LocationLink = ({ id, label, code }: { id: string; label: string; code?: string }) => (
  <Link href={locationPath(id)}>{code === undefined ? label : `${code} ${label}`}</Link>
)
