import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { failedStatuses, listCommands } from '@wheelhouse/contract/commands/commands.ts'
import { listHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { locationHealths, listLocations, locationTotals } from '@wheelhouse/contract/locations/locations.ts'
import { listOverstays } from '@wheelhouse/contract/overstays/overstays.ts'
import { listLogEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { getOverview } from '@wheelhouse/contract/overview/overview.ts'
import type { Overview } from '@wheelhouse/contract/overview/overview.ts'
import { listActiveParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { listPayments } from '@wheelhouse/contract/payments/payments.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { makeSession } from '../parking-sessions/samples.ts'
import { makePayment } from '../payments/samples.ts'
import { makeSuperadmin, stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let ours: Organization
let theirs: Organization
/** One who sees everything, first-line support of one organization, a viewer of the other. */
let staff: Caller
let support: Caller
let viewer: Caller
let quiet: string

const hour = 3_600_000
const ago = (hours: number): string => new Date(w.clock.now().getTime() - hours * hour).toISOString()

beforeAll(async () => {
  w = await testApp()
  staff = await makeSuperadmin(w)
  ;[ours, theirs] = [await w.make.organization(), await w.make.organization()]
  support = await w.person([{ group_id: ours.owner, needs: stockRights('First-line support') }])
  viewer = await w.person([{ group_id: theirs.owner, needs: stockRights('Viewer') }])
  quiet = await fill()
})
afterAll(() => w.end())

/** Five locations, sessions of many lengths, an outage, entries, failures and payments; returns the location without contact. */
async function fill(): Promise<string> {
  const quietPlace = await w.make.location(ours)
  const places = [quietPlace, await w.make.location(ours), await w.make.location(ours, { status: 'in_house' })]
  const foreign = [await w.make.location(theirs), await w.make.location(theirs)]
  for (const [index, place] of [...places, ...foreign].entries()) {
    const controller = await w.make.controller('none', index === 0 ? ago(30) : ago(0))
    for (const hours of [1, 30, 80]) {
      const hardware_id = await w.make.hardware(controller, {
        last_heartbeat_at: index === 0 ? ago(30) : ago(0),
        dock_state: hours === 1 ? 'unlocked' : 'locked',
        dock_state_since: ago(hours),
      })
      const device = await w.make.device(place, { hardware_id })
      await makeSession(w, place, device, { started_at: ago(hours) })
      await addFailures(place, device, hardware_id, index)
    }
    await addRecentFailure(place)
    await addEntry(place, index)
    await addPayments(place, index)
  }
  await w.db
    .insertInto('outages')
    .values({ id: uuidv7(), location_id: quietPlace, began_at: ago(30), raised_at: ago(29) })
    .execute()
  return quietPlace
}

async function addRecentFailure(location_id: string): Promise<void> {
  const row = {
    id: uuidv7(),
    hardware_id: `RECENT ${location_id}`,
    location_id,
    name: 'identify',
    actor_kind: 'system',
    status: 'failed',
  }
  const at = ago(0.5)
  await w.db
    .insertInto('commands')
    .values({ ...row, step: 'sent', created_at: at, deadline_at: at, ended_at: at })
    .execute()
}

async function addEntry(location_id: string, index: number): Promise<void> {
  const priority = index % 2 === 0 ? 'critical' : 'low'
  const row = { id: uuidv7(), location_id, description: 'Jammed', type: 'repair', priority, resource: 'none' }
  const times = { status_at: ago(2), due_at: ago(1), created_at: ago(2), updated_at: ago(2) }
  await w.db
    .insertInto('maintenance_log_entries')
    .values({ ...row, status: 'new', ...times })
    .execute()
}

async function addPayments(location_id: string, index: number): Promise<void> {
  for (const state of ['paid', 'failed', 'needs_approval'] as const)
    await makePayment(w, state, { location_id, amount_minor: 100 * (index + 1) })
}

/** Only the first location's devices fail without a success afterwards. */
async function addFailures(location_id: string, device_id: string, hardware_id: string, index: number): Promise<void> {
  const statuses = ['failed', 'hardware_timeout', 'failed', ...(index === 0 ? [] : ['success'])]
  for (const [nth, status] of statuses.entries()) {
    const row = { id: uuidv7(), hardware_id, device_id, location_id, name: 'unlock', actor_kind: 'system', status }
    const times = { created_at: ago(5 - nth), deadline_at: ago(4 - nth), ended_at: ago(4 - nth) }
    await w.db
      .insertInto('commands')
      .values({ ...row, step: 'sent', ...times })
      .execute()
  }
}

const overview = async (who: Caller): Promise<Overview> => await who.ask(getOverview)
const total = async (who: Caller, route: Route, query: object): Promise<number> =>
  (await who.send(route, { query: { ...query, limit: 1 } })).body.total

describe('screens: each number of the overview equals the list behind it', () => {
  test.each([['everybody’s'], ['one organization’s'], ['a viewer’s']])('for %s part', async (whose) => {
    const who = { 'everybody’s': staff, 'one organization’s': support, 'a viewer’s': viewer }[whose] as Caller
    const { locations, docks, parking, payments, maintenance, overstays, hardware, commands } = await overview(who)
    expect(locations.total).toBe(await total(who, listLocations, {}))
    expect(locations.total).toBe({ 'everybody’s': 5, 'one organization’s': 3, 'a viewer’s': 2 }[whose])
    for (const health of locationHealths)
      expect([health, locations[health]]).toEqual([health, await total(who, listLocations, { health })])
    const totals = await who.ask(locationTotals)
    expect([docks.total, docks.available]).toEqual([totals.total_docks, totals.available_docks])
    expect(docks.occupied).toBe(totals.occupied + totals.occupied_orange + totals.occupied_red)
    for (const [sort, count] of [
      ['occupied_docks', docks.occupied],
      ['other_docks', docks.total - docks.available - docks.occupied],
    ] as const) {
      const { items } = await who.ask(listLocations, { query: { sort, order: 'desc' } })
      const each = items.map((row) => row[sort])
      expect([sort, each]).toEqual([sort, each.toSorted((one, other) => other - one)])
      expect([sort, each.reduce((sum, one) => sum + one, 0)]).toEqual([sort, count])
    }
    for (const [part, minutes] of [
      ['open', 0],
      ['over_24_h', 1440],
      ['over_72_h', 4320],
    ] as const)
      expect(parking?.[part].total).toBe(await total(who, listActiveParkingSessions, { min_minutes: minutes }))
    expect(maintenance?.open).toBe(await total(who, listLogEntries, {}))
    expect(maintenance?.overdue).toBe(await total(who, listLogEntries, { overdue: 'yes' }))
    expect(overstays?.open).toBe(await total(who, listOverstays, {}))
    expect(overstays?.waiting).toBe(await total(who, listOverstays, { waits_for_person: 'yes' }))
    expect(maintenance?.urgent).toBe(await total(who, listLogEntries, { priority: ['critical', 'high'] }))
    if (commands) {
      expect(commands.sent.total).toBe(await total(who, listCommands, { minutes: 60 }))
      expect(commands.failed.total).toBe(await total(who, listCommands, { minutes: 60, status: [...failedStatuses] }))
    }
    for (const state of ['failed', 'needs_approval'] as const)
      if (payments) expect(payments[state].total).toBe(await total(who, listPayments, { state }))
    for (const health of ['late', 'offline', 'long_offline'] as const)
      if (hardware) expect(hardware[health]).toBe(await total(who, listHardware, { health }))
  })

  test('amounts are those of the payments that wait, and the oldest says since when', async () => {
    const { payments } = await overview(support)
    expect(payments?.failed).toMatchObject({
      total: 3,
      amounts: [{ currency: 'EUR', amount_minor: 600 }],
      oldest: ago(0),
    })
  })
})

describe('screens: commands of the last hour', () => {
  test('are those that were sent within sixty minutes, and those of them without success', async () => {
    const { commands } = await overview(support)
    const sent = await support.ask(listCommands, { query: { minutes: 60 } })
    const { rows } = await w.pool.query<{ sent: number; failed: number }>(
      `select count(*)::int as sent, (count(*) filter (where status in ('failed', 'unhandled', 'hardware_timeout')))::int as failed
       from commands where created_at > $1::timestamptz - interval '1 hour' and location_id in (select id from locations where owner_id = $2)`,
      [ago(0), ours.id],
    )
    expect(commands).toMatchObject({ sent: { total: rows[0]?.sent }, failed: { total: rows[0]?.failed } })
    expect(sent.items).toHaveLength(rows[0]?.sent ?? 0)
    // One was sent without success within the hour, at each of the three places; all others are older.
    expect([rows[0]?.sent, rows[0]?.failed]).toEqual([3, 3])
  })
})

describe('rights: a part is absent without the right to its list', () => {
  test('a viewer sees no payments, no hardware and no commands', async () => {
    const { payments, hardware, rentals, commands, attention } = await overview(viewer)
    expect([payments, hardware, rentals, commands]).toEqual([null, null, null, null])
    expect(attention.map(({ kind }) => kind)).not.toContain('payments')
    expect(attention.map(({ kind }) => kind)).not.toContain('commands')
  })
})

describe('screens: attention ranked by impact', () => {
  test('what concerns most devices comes first, each kind with its own facts', async () => {
    const { attention, attention_total } = await overview(support)
    expect(attention_total).toBe(attention.length)
    const places = attention.filter(({ kind }) => kind !== 'payments')
    expect(attention.slice(0, places.length)).toEqual(places)
    const concerned = places.map(({ concerns }) => concerns)
    expect(concerned).toEqual(concerned.toSorted((one, other) => other - one))
    const of = (kind: string) => attention.filter((item) => item.kind === kind)
    expect(of('outage')).toMatchObject([{ location_id: quiet, scope: 'location', concerns: 3, since: ago(30) }])
    expect(of('maintenance')).toHaveLength(2)
    expect(of('maintenance')[0]).toMatchObject({ priority: 'critical', is_overdue: true, concerns: 3 })
    expect(of('overstay')).toHaveLength(3)
    expect(of('overstay')[0]).toMatchObject({ concerns: 1, since: ago(80) })
    // Elsewhere the last command succeeded.
    expect(of('commands')).toMatchObject([{ location_id: quiet, concerns: 3, failed: 9 }])
    expect(of('payments')).toHaveLength(2)
  })

  test('nothing of another organization is named', async () => {
    const { attention } = await overview(viewer)
    const foreign = await total(staff, listLocations, {})
    expect(foreign).toBe(5)
    const places = new Set(attention.flatMap((item) => ('location_id' in item ? [item.location_id] : [])))
    const seen = (await viewer.ask(listLocations)).items.map(({ id }: { id: string }) => id)
    expect([...places].filter((id) => !seen.includes(id))).toEqual([])
  })
})
