import type { Route } from '@wheelhouse/contract/route.ts'
import { world } from '../testing/world.ts'
import { collectRoutes, routesOf } from './sweep.ts'
import type { Ground } from './sweep.ts'

/** Two organizations with a location, a dock, a session and people each; callers hold their roles in the first one's owner group. */
export async function makeGround(): Promise<{ ground: Ground; routes: Route[] }> {
  const collected: Route[] = []
  const w = await world({}, (on) => collectRoutes(on.app, collected))
  const [ours, foreign] = [await place(w), await place(w)]
  const ground: Ground = {
    world: w,
    group_id: ours.group_id,
    ours: ours.ids,
    foreign: foreign.ids,
    queries: { 'GET /device/v1/deep-link': { code: ours.ids.device_id } },
    bodies: {
      'POST /device/v1/devices/:device_id/commands': { name: 'identify', reason: 'testing', comment: 'sweep' },
      'POST /permission/v1/resource-groups': { name: 'Swept', description: 'Made by the sweep', type: 'private' },
      'POST /permission/v1/find-belonging-groups': { resource_type: 'location', resource_ids: [ours.ids.location_id] },
      'POST /permission/v2/resources/belongs': { resource_type: 'location', resource_ids: [ours.ids.location_id], add: [], remove: [] },
      'POST /permission/v2/resources/roles': { resource_ids: [ours.person], resource_group_id: ours.group_id, add: [], remove: [] },
      'PUT /user/v1/users/:id/sign-in': { event: 'sign-in' },
      'POST /user/v1/console-users': { email: 'swept@people.test', name: 'Swept', organization_id: ours.organization_id },
      'PUT /user/v1/console-users/:console_user_id/disabled': { reason: 'Swept away' },
      'PUT /user/v1/list-layouts/:list': {},
      'POST /user/v1/saved-views': { list: 'locations', name: 'Swept', search: 'q=a' },
      'PATCH /user/v1/saved-views/:view_id': { name: 'Swept' },
      'POST /point-of-interest/v1/points-of-interest': samplePoint,
      'PUT /point-of-interest/v1/points-of-interest/:point_id': samplePoint,
      'POST /point-of-interest/v1/points-of-interest/selections': {},
      'POST /point-of-interest/v1/points-of-interest/deletions': { target: { ids: [await w.make.point(null)] } },
      'POST /region/v1/regions': { tag: 'fi', name: 'Finland' },
      'PUT /region/v1/regions/:region_id': sampleRegion,
    },
  }
  return { ground, routes: routesOf(collected) }
}

// As they stand already: an edit that changes nothing leaves the version for the next sample.
const sampleRegion = { name: 'Swept', status: 'disabled' }
const samplePoint = {
  ...{ label: 'Swept', type: 'utility-pump', icon_type: 'pump', access_level: 'internal' },
  ...{ latitude: 59.43, longitude: 24.75 },
}

async function place(w: Awaited<ReturnType<typeof world>>) {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const controller = await w.make.controller()
  const hardware_id = await w.make.hardware(controller, { dock_state: 'locked' })
  const device_id = await w.make.device(location_id, { hardware_id })
  const session_id = await w.make.session(location_id, device_id)
  const old = { status: 'ended', how_ended: 'normal', started_at: '2026-06-01T08:00:00.000Z', ended_at: '2026-06-01T09:00:00.000Z' }
  await w.make.session(location_id, device_id, old)
  const command_id = await w.make.command({ device_id, location_id, hardware_id })
  const person = await w.make.consoleUser(organization.id)
  const point_id = await w.make.point(organization, samplePoint)
  const region_id = await w.make.region(organization, sampleRegion)
  const ids = { location_id, device_id, session_id, command_id, console_user_id: person, point_id, region_id, id: organization.owner }
  return { group_id: organization.owner, organization_id: organization.id, person, ids }
}
