import { qrCheckLetter } from '@wheelhouse/contract/deep-link/deep-link.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { testApp } from '../support/test-app.ts'
import type { TestApp } from '../support/test-app.ts'
import { collectRoutes, routesOf } from './sweep.ts'
import type { Fixtures } from './sweep.ts'

/** Two organizations with a location, a dock, a session and people each; callers hold their roles in the first one's owner group. */
export async function createFixtures(): Promise<{ ground: Fixtures; routes: Route[] }> {
  const collected: Route[] = []
  const w = await testApp({ WHEELHOUSE_KEY: 'a key of the sweep' }, (on) => collectRoutes(on.app, collected))
  const [ours, foreign] = [await place(w), await place(w)]
  const ground: Fixtures = {
    world: w,
    group_id: ours.group_id,
    ours: ours.ids,
    foreign: foreign.ids,
    instead: {
      'DELETE /location/v1/locations/:location_id': { location_id: await w.make.location(null, neverInstalled) },
      'POST /location/v1/locations/:location_id/launch': { location_id: await readyPlace(w) },
    },
    queries: { 'GET /device/v1/deep-link': { code: ours.ids.device_id } },
    bodies: {
      ...(await deviceSamples(w, ours)),
      ...(await locationSamples(w)),
      ...peopleSamples(ours),
      ...feeSamples,
      'POST /device/v1/devices/:device_id/commands': { name: 'identify', reason: 'testing', comment: 'sweep' },
      'POST /point-of-interest/v1/points-of-interest': samplePoint,
      'PUT /point-of-interest/v1/points-of-interest/:point_id': samplePoint,
      'POST /point-of-interest/v1/points-of-interest/selections': {},
      'POST /point-of-interest/v1/points-of-interest/deletions': { target: { ids: [await w.make.point(null)] } },
      'POST /location/v1/locations/:location_id/external-devices': {
        ...sampleExternalDevice,
        external_id: 'SWEPT-2',
        iccid: null,
      },
      'PUT /location/v1/locations/:location_id/external-devices/:external_device_id': sampleExternalDevice,
      'PUT /location/v1/locations/:location_id/external-devices/:external_device_id/comment': { comment: '' },
      'POST /location/v1/locations/:location_id/external-devices/:external_device_id/sms-messages': {
        command: 'Status',
      },
      'POST /location/v1/imports/previews': { kind: 'locations', csv: 'code\n000000\n' },
      'POST /location/v1/imports': { kind: 'locations', csv: 'code\n000000\n', fingerprint: 'none' },
      'POST /region/v1/regions': { tag: 'fi', name: 'Finland' },
      'PUT /region/v1/regions/:region_id': sampleRegion,
    },
  }
  return { ground, routes: routesOf(collected) }
}

type Samples = Fixtures['bodies']
type Place = Awaited<ReturnType<typeof place>>

async function deviceSamples(
  w: TestApp,
  { ids: { location_id, device_id, hardware_id }, busy }: Place,
): Promise<Samples> {
  const spare = await w.make.device(location_id)
  return {
    'PUT /location/v1/locations/:location_id/device-order': {
      rows: [{ label: '', device_ids: [device_id, busy, spare] }],
    },
    'POST /location/v1/locations/:location_id/devices': { type: 'dock', amount: 1 },
    'POST /location/v1/locations/:location_id/hardware-assignments': {
      device_ids: [spare],
      hardware_ids: [await w.make.hardware(await w.make.controller())],
    },
    'PUT /device/v1/devices/:device_id': { alias: '', comment: '' },
    'POST /device/v1/devices/deletions': { device_ids: [spare] },
    'POST /device/v1/devices/commands': {
      device_ids: [device_id],
      name: 'identify',
      reason: 'testing',
      comment: 'Swept by hand',
    },
    'PUT /device/v1/devices/:device_id/qr-code': { qr_code: sampleQrCode },
    'POST /device/v1/devices/:device_id/qr-code/confirmation': { qr_code: sampleQrCode },
    'POST /device/v1/devices/qr-codes': { device_ids: [device_id] },
    'PUT /device/v1/devices/:device_id/hardware': { hardware_id, instead_of: hardware_id },
    'POST /device/v1/devices/:device_id/hardware-swap': { with_device_id: device_id, with_device_version: 1 },
  }
}

const peopleSamples = (ours: Place): Samples => ({
  'POST /permission/v1/resource-groups': { name: 'Swept', description: 'Made by the sweep', type: 'private' },
  'POST /permission/v1/find-belonging-groups': { resource_type: 'location', resource_ids: [ours.ids.location_id] },
  'POST /permission/v2/resources/belongs': {
    resource_type: 'location',
    resource_ids: [ours.ids.location_id],
    add: [],
    remove: [],
  },
  'POST /permission/v2/resources/roles': {
    resource_ids: [ours.person],
    resource_group_id: ours.group_id,
    add: [],
    remove: [],
  },
  'PUT /user/v1/users/:id/sign-in': { event: 'sign-in' },
  'POST /user/v1/console-users': { email: 'swept@people.test', name: 'Swept', organization_id: ours.organization_id },
  'PUT /user/v1/console-users/:console_user_id/disabled': { reason: 'Swept away' },
  'PUT /user/v1/list-layouts/:list': {},
  'POST /user/v1/saved-views': { list: 'locations', name: 'Swept', search: 'q=a' },
  'PATCH /user/v1/saved-views/:view_id': { name: 'Swept' },
})

async function locationSamples(w: TestApp): Promise<Samples> {
  const others = [await w.make.location(null), await w.make.location(null)]
  return {
    'POST /location/v1/locations': sampleLocation,
    'PUT /location/v1/locations/:location_id': {},
    'PUT /location/v1/locations/:location_id/status': { status: 'maintenance', reason: 'Swept by hand' },
    'PUT /location/v1/locations/:location_id/forced-status': { status: 'demo', reason: 'Swept by hand' },
    'POST /location/v1/locations/selections': {},
    'POST /location/v1/locations/tags': { target: { ids: [others[0]] }, add: ['swept'] },
    'POST /location/v1/locations/private-tags': { target: { ids: [others[0]] }, add: ['swept'] },
    'POST /location/v1/locations/statuses': {
      target: { ids: [others[0]] },
      status: 'maintenance',
      reason: 'Swept by hand',
    },
    'POST /location/v1/locations/forced-statuses': {
      target: { ids: [others[1]] },
      status: 'obsolete',
      reason: 'Swept away for good',
    },
    'POST /location/v1/locations/:location_id/maintenance-messages': { text: 'Swept' },
    'POST /location/v1/maintenance-messages': { target: { ids: [others[0]] }, text: 'Swept' },
    'POST /location/v1/maintenance-messages/clearing': { target: { ids: [others[0]] } },
  }
}

const neverInstalled = { status: 'in_house', launched_at: null }
const sampleLocation = {
  code: '900001',
  label: 'Swept',
  country: 'EE',
  type: 'bike_docks',
  generation: 'G3',
  power_save: 'none',
  icon_type: 'bike',
}

/** Nothing is missing for its launch. */
async function readyPlace(w: TestApp): Promise<string> {
  const id = await w.make.location(null, { status: 'installed', launched_at: null })
  const last_heartbeat_at = w.clock.now().toISOString()
  const controller = await w.make.controller('none', last_heartbeat_at)
  await w.make.device(id, { hardware_id: await w.make.hardware(controller, { last_heartbeat_at }) })
  return id
}

// As they stand already: an edit that changes nothing leaves the version for the next sample.
const sampleRegion = { name: 'Swept', status: 'disabled' }
// Still to come, so that it may be deleted.
const sampleFee = {
  service: 'platform',
  comment: '',
  fee: 1250,
  currency: 'EUR',
  period: 'monthly',
  start_date: '2030-01-01',
  end_date: '2030-12-31',
}
const feeSamples: Samples = {
  'POST /location/v1/locations/:location_id/service-fees': sampleFee,
  'PUT /location/v1/locations/:location_id/service-fees/:location_fee_id': sampleFee,
  'PUT /location/v1/locations/:location_id/service-fees/:location_fee_id/end-date': { end_date: sampleFee.end_date },
  'PUT /location/v1/locations/:location_id/service-fees/:location_fee_id/paid-at': { paid_at: null },
  'POST /organization/v1/organizations/:organization_id/service-fees': sampleFee,
  'PUT /organization/v1/organizations/:organization_id/service-fees/:organization_fee_id': sampleFee,
  'PUT /organization/v1/organizations/:organization_id/service-fees/:organization_fee_id/end-date': {
    end_date: sampleFee.end_date,
  },
  'PUT /organization/v1/organizations/:organization_id/service-fees/:organization_fee_id/paid-at': { paid_at: null },
}
const sampleExternalDevice = {
  name: 'Swept',
  type: 'router',
  external_id: 'SWEPT-1',
  iccid: '8944500000000000014',
  sim_provider: 'm2m',
  sms_commands: [
    {
      name: 'Status',
      payload: 'STATUS',
    },
  ],
}
const sampleQrCode = `7Z3KQ9A1B${qrCheckLetter('7Z3KQ9A1B')}`
const samplePoint = {
  label: 'Swept',
  type: 'utility-pump',
  icon_type: 'pump',
  access_level: 'internal',
  latitude: 59.43,
  longitude: 24.75,
}

async function place(w: TestApp) {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization)
  const controller = await w.make.controller()
  const hardware_id = await w.make.hardware(controller, { dock_state: 'locked' })
  const device_id = await w.make.device(location_id, { hardware_id })
  // In a device of its own: one that somebody stands in is not deleted.
  const busy = await w.make.device(location_id)
  const session_id = await w.make.session(location_id, busy)
  const old = {
    status: 'ended',
    how_ended: 'normal',
    started_at: '2026-06-01T08:00:00.000Z',
    ended_at: '2026-06-01T09:00:00.000Z',
  }
  await w.make.session(location_id, busy, old)
  const command_id = await w.make.command({ device_id, location_id, hardware_id })
  const person = await w.make.consoleUser(organization.id)
  const point_id = await w.make.point(organization, samplePoint)
  const region_id = await w.make.region(organization, sampleRegion)
  const external_device_id = await w.make.externalDevice(location_id, {
    ...sampleExternalDevice,
    sms_commands: JSON.stringify(sampleExternalDevice.sms_commands),
  })
  const photo_id = await w.make.securityPhoto(location_id)
  const location_fee_id = await w.make.serviceFee({ location_id }, sampleFee)
  const organization_fee_id = await w.make.serviceFee({ organization_id: organization.id }, sampleFee)
  const fees = { organization_id: organization.id, location_fee_id, organization_fee_id }
  const message_id = await w.make.maintenanceMessage(location_id)
  const ids = {
    message_id,
    ...fees,
    location_id,
    device_id,
    hardware_id,
    session_id,
    command_id,
    console_user_id: person,
    point_id,
    region_id,
    external_device_id,
    photo_id,
    id: organization.owner,
  }
  return { group_id: organization.owner, organization_id: organization.id, person, busy, ids }
}
