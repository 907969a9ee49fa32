import { expect } from 'vitest'
import { chartIds, overstayClasses } from '@wheelhouse/contract/dashboards/charts.ts'
import { arrangeDashboard, createDashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import type { Organization } from './factories.ts'
import type { Caller, TestApp } from './test-app.ts'
import { makeCommand } from '../../src/features/commands/samples.ts'
import { makeFleet } from '../../src/features/fleets/samples.ts'
import { makeLogEntry } from '../../src/features/maintenance-log/samples.ts'
import { makeOutage } from '../../src/features/outages/samples.ts'
import { makeSession } from '../../src/features/parking-sessions/samples.ts'
import { makePayment } from '../../src/features/payments/samples.ts'
import { makeVehicle } from '../../src/features/rentals/samples.ts'
import { makeRide } from '../../src/features/rental-sessions/samples.ts'

const otherZone = 'America/Los_Angeles'

/** The ten days that are charted. */
export const [from, to] = ['2026-06-01', '2026-06-10']
/** In Tallinn the first day has begun, in Los Angeles it has not; the other moment is after the last day in Tallinn alone. */
const [early, late, between] = ['2026-05-31T22:00:00.000Z', '2026-06-11T02:00:00.000Z', '2026-06-05T08:00:00.000Z']
const later = (at: string, minutes: number): string => new Date(Date.parse(at) + minutes * 60_000).toISOString()

/** A location with what each chart counts: before, within and after the ten days, of each kind. */
export async function makeChartedPlace(w: TestApp, owner: Organization, time_zone: string): Promise<string> {
  const location_id = await w.make.location(owner, { time_zone })
  const controller = await w.make.controller()
  const hardware_id = await w.make.hardware(controller, { firmware_name: 'lock', firmware_version: '2.14.3' })
  const device_id = await w.make.device(location_id, { hardware_id })
  const stay = (started_at: string, values: object = {}): Promise<string> =>
    makeSession(w, location_id, device_id, {
      status: 'ended',
      how_ended: 'normal',
      started_at,
      ended_at: later(started_at, 30),
      ...values,
    })
  for (const at of [early, between, late]) await stay(at)
  await stay(between, { rating: 4 })
  await stay(between, { how_ended: 'cancelled' })
  await stay(between, { status: 'active', how_ended: null, ended_at: null })
  const device_beside = await w.make.device(location_id)
  await stay(between, { device_id: device_beside, status: 'booked', how_ended: null, ended_at: null })
  await makeOverstays(w, location_id)
  await makeHardware(w, location_id, controller, ['lock', '2.9.4'])
  // Its name is of two words.
  if (time_zone === otherZone) await makeHardware(w, location_id, controller, ['lock g3', '2.14.3'])
  for (const [at, status] of [
    [early, 'success'],
    [between, 'success'],
    [between, 'failed'],
    [late, 'success'],
  ] as const)
    await makeCommand(w, { device_id, location_id, hardware_id }, { created_at: at, ended_at: at, status })
  for (const [began_at, minutes] of [
    [early, 4_000],
    [late, 30],
  ] as const) {
    const over = later(began_at, minutes)
    await makeOutage(w, location_id, { began_at, ended_at: over, cleared_at: over, clearing: 'recovered' })
  }
  await makePayment(w, 'paid', { location_id, amount_minor: 500 })
  await makeLogEntry(w, location_id)
  await makeLogEntry(w, location_id, { priority: 'high', status: 'verified', resolution: 'Oiled' })
  return location_id
}

/** Open for exactly as long as each class of overstays begins with, and for a minute less. */
async function makeOverstays(w: TestApp, location_id: string): Promise<void> {
  for (const minutes of overstayClasses.flatMap(({ from }) => [from, from - 1]))
    await makeSession(w, location_id, await w.make.device(location_id), {
      status: 'active',
      how_ended: null,
      started_at: later(w.clock.now().toISOString(), -minutes),
      ended_at: null,
    })
}

async function makeHardware(
  w: TestApp,
  location_id: string,
  controller: string,
  [firmware_name, firmware_version]: [string, string],
): Promise<void> {
  await w.make.device(location_id, {
    hardware_id: await w.make.hardware(controller, { firmware_name, firmware_version }),
  })
}

/** A fleet with a vehicle that was ridden before, within and after the ten days, and is under way. */
export async function makeChartedFleet(w: TestApp, owner: Organization, time_zone: string): Promise<void> {
  const fleet_id = await makeFleet(w, owner, { time_zone })
  const { id } = await makeVehicle(w, fleet_id)
  for (const started_at of [early, between, late])
    await makeRide(w, fleet_id, id, {
      status: 'ended',
      how_ended: 'normal',
      started_at,
      ended_at: later(started_at, 20),
    })
  await makeRide(w, fleet_id, id, { status: 'active', started_at: between })
}

/** A dashboard with every chart. */
export async function makeWholeDashboard(who: Caller, organization_id: string, values: object): Promise<Dashboard> {
  const places = { location_ids: [], organization_ids: [], ...values }
  const answer = await who.call(createDashboard, { body: { name: 'All places', organization_id, ...places } })
  expect(answer.status, answer.text).toBe(200)
  const tiles = chartIds.map((chart) => ({ chart, size: 'small' as const }))
  const arranged = await who.send(arrangeDashboard, {
    params: { dashboard_id: answer.body.id },
    body: { tiles },
    headers: { 'if-match': `"${answer.body.version}"` },
  })
  return arranged.body
}
