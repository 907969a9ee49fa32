import { Link } from '../../ui/link.tsx'

export const parkingSessionPath = (id: string): string => `/device-sessions/history/${id}`

/** The first digits of an id tell nothing apart (they are its time), the last ones do. */
export const shortId = (id: string): string => id.slice(-6)

export const ParkingSessionLink = ({ id }: { id: string }) => <Link href={parkingSessionPath(id)}>{shortId(id)}</Link>
