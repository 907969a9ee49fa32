import { Link } from '../../ui/details/link.tsx'

export const rentalPath = (id: string): string => `/rentals/${id}`

/** A rental vehicle wherever it is named, by the code printed on it. */
export const RentalLink = ({ id, code }: { id: string; code: string }) => <Link href={rentalPath(id)}>{code}</Link>
