import { isOneOf } from '@wheelhouse/contract/certain.ts'
import type { SearchHit } from '@wheelhouse/contract/search/search.ts'
import { foundHref } from '../../features/search/result-labels.ts'
import { supportPath } from '../../features/support/support-address.ts'
import type { SupportSearch } from '../../features/support/support-search.ts'

/** What a caller's problem can be about, besides a person. */
export const placeTypes = ['device', 'rental_device', 'session', 'rental_session', 'location'] as const
type Place = (typeof placeTypes)[number]
export type PlaceHit = SearchHit & { type: Place }

/** Keys of `t`. */
export const placeKinds: Record<Place, string> = {
  device: 'Device',
  rental_device: 'Rental device',
  session: 'Parking session',
  rental_session: 'Rental session',
  location: 'Location',
}

export const isPlace = (hit: SearchHit): hit is PlaceHit => isOneOf(placeTypes, hit.type)

/** Where the problem is shown: here, with the person who is open, or on the page of the vehicle or the ride. */
export function placeHref(hit: PlaceHit, { user, key }: Pick<SupportSearch, 'user' | 'key'>): string {
  const { type, id } = hit
  if (type === 'session') return supportPath({ session: id })
  if (type === 'device') return supportPath({ user, key, device: id })
  return type === 'location' ? supportPath({ user, key, location: id }) : foundHref(hit)
}
