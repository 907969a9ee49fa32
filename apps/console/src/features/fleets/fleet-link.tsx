import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'

/** The panel of a fleet, wherever one is named; the name alone where the reader may not open the list of fleets. */
export function FleetLink({ id, name }: { id: string; name: string }) {
  const may = useCan({ rental_fleet: ['GET'] })
  return may ? <Link href={`/rentals/fleets?open=${id}`}>{name}</Link> : name
}
