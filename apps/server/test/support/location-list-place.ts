import { listLocations } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationRow } from '@wheelhouse/contract/locations/locations.ts'
import type { Caller, TestApp } from './test-app.ts'
import type { Organization } from './factories.ts'

interface Place {
  w: TestApp
  organization: Organization
  caller: Caller
}

/** What tests do with the list of locations. The place is asked for at each call, because every test has another one. */
export function locationListActions(place: () => Place) {
  const ago = (seconds: number): string => new Date(place().w.clock.now().getTime() - seconds * 1000).toISOString()
  const rows = async (query: Record<string, unknown> = {}): Promise<LocationRow[]> =>
    (await place().caller.send(listLocations, { query: query })).body.items
  /** A location whose devices last had contact so many seconds ago; null: never; 'none': no hardware. */
  async function locationOf(
    ages: (number | null | 'none')[],
    values: Record<string, unknown> = {},
    controllerAge: number | null = 0,
  ) {
    const location = await place().w.make.location(place().organization, values)
    const controller = await place().w.make.controller()
    await place()
      .w.db.insertInto('hardware_state')
      .values({ hardware_id: controller, last_heartbeat_at: controllerAge === null ? null : ago(controllerAge) })
      .execute()
    for (const age of ages) {
      if (age === 'none') await place().w.make.device(location)
      else
        await place().w.make.device(location, {
          hardware_id: await place().w.make.hardware(controller, {
            last_heartbeat_at: age === null ? null : ago(age),
            dock_state: 'unlocked',
          }),
        })
    }
    return location
  }
  return { ago, rows, locationOf }
}
