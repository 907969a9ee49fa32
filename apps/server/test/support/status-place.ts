import type { Needs } from '@wheelhouse/contract/access.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import type { Organization } from './factories.ts'
import type { Caller, TestApp } from './test-app.ts'

export const reason = 'Moved by a test of ours'

/** An organization, a person with SETSTATUS alone and one with FORCESTATUS alone. */
export async function makeStatusPlace(w: TestApp) {
  const ours = await w.make.organization()
  const person = (needs: Needs): Promise<Caller> => w.person([{ group_id: ours.owner, needs }])
  const technician = await person({ location: ['GET', 'SETSTATUS', 'MODIFY_PUBLIC_TAGS'] })
  const forcing = await person({ location: ['GET', 'FORCESTATUS'] })
  return { ours, technician, forcing }
}

interface Place {
  w: TestApp
  ours: Organization
  root: Caller
}

/** What tests do with the status of locations. The place is asked for at each call, because every test has another one. */
export function statusActions(place: () => Place) {
  const at = (status: LocationStatus, values: object = {}) =>
    place().w.make.location(place().ours, { status, ...values })
  const get = async (id: string): Promise<Location> =>
    await place().root.ask(getLocation, { params: { location_id: id } })
  const eventsOf = async (id: string) =>
    (
      await place().w.pool.query(
        'select verb, before, after, reason, actor_id from events where resource_id = $1 order by id',
        [id],
      )
    ).rows
  return { at, get, eventsOf }
}
