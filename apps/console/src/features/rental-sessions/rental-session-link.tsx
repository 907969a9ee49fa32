import { Link } from '../../ui/details/link.tsx'

export const rentalSessionPath = (id: string): string => `/rental-sessions/history/${id}`

/** The first digits of an id are its time and the same for all that began together; the last ones tell sessions apart. */
export const shortId = (id: string): string => id.slice(-6)

/** By its id, or in the words of where it is named. */
export const RentalSessionLink = ({ id, children = shortId(id) }: { id: string; children?: string }) => (
  <Link href={rentalSessionPath(id)}>{children}</Link>
)
