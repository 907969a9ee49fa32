import { Link } from '../../ui/details/link.tsx'

export const parkingSessionPath = (id: string): string => `/device-sessions/history/${id}`

/** The first digits of an id tell nothing apart (they are its time), the last ones do. */
export const shortId = (id: string): string => id.slice(-6)

/** By its id, or in the words of where it is named: the person in it. */
export const ParkingSessionLink = ({ id, children = shortId(id) }: { id: string; children?: string }) => (
  <Link href={parkingSessionPath(id)}>{children}</Link>
)
