import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import type { Heartbeat } from '@wheelhouse/device-protocol/messages.ts'
import { openBus } from '../platform/bus.ts'
import type { Bus } from '../platform/bus.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { openCounts } from './counts.ts'
import type { Counting } from './counts.ts'
import { eventually, makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'
import { openHeartbeats } from './heartbeats.ts'
import { forgetOldDeviceEvents } from '../features/hardware-state/seen-events.ts'
import { announceFadedHealth } from './maintenance.ts'

let w: TestApp
let bus: Bus
let site: Site
let counting: Counting
let changes: Change[] = []
let seq = 2 ** 32
let marks = 0

beforeAll(async () => {
  w = await testApp()
  bus = await openBus(w.url, w.log)
  bus.on((message) => message.kind === 'changes' && changes.push(...message.changes))
})
afterAll(async () => {
  await bus.close()
  await w.end()
})
beforeEach(async () => {
  site = await makeSite(w)
  counting = openCounts(w.log)
})

const heartbeat = (more: Partial<Heartbeat> = {}): Heartbeat => ({
  seq: ++seq,
  at: w.clock.now().toISOString(),
  uptime_s: 60,
  firmware_name: 'dock',
  firmware_version: '3.2.1',
  pcb_version: 'C',
  protocol_version: '1',
  rssi_dbm: -61,
  wifi: {
    ssid: 'depot',
    rssi_dbm: -50,
  },
  supply_mv: 12e3,
  temperature_c: 20.5,
  config_hash: '0123456789abcdef',
  ...more,
})

/** Adds the heartbeats, writes them and returns what the bus announced. */
async function write(heartbeats: [string, string, Heartbeat][]): Promise<Change[]> {
  const batch = openHeartbeats({ ...w, counting })
  for (const [controller, hardware, one] of heartbeats) batch.add(controller, hardware, one)
  await batch.close()
  return announcedBy(() => Promise.resolve())
}

async function announcedBy(act: () => Promise<unknown>): Promise<Change[]> {
  await act()
  const mark = `mark ${++marks}`
  await w.pool.query(`select pg_notify('wheelhouse', $1)`, [
    JSON.stringify({ kind: 'changes', changes: [{ type: 'event', id: mark, location_id: null }] }),
  ])
  await eventually(() => expect(changes.at(-1)?.id).toBe(mark))
  const announced = changes.slice(0, -1)
  changes = []
  return announced
}
const rowOf = (id: string) =>
  w.db.selectFrom('hardware_state').selectAll().where('hardware_id', '=', id).executeTakeFirst()

test('a heartbeat is the newest row of its hardware; an older one changes nothing', async () => {
  await write([[site.controller_id, site.hardware_id, heartbeat()]])
  expect(await rowOf(site.hardware_id)).toMatchObject({
    seq,
    last_heartbeat_at: w.clock.now().toISOString(),
    rssi_dbm: -61,
    wifi_ssid: 'depot',
    supply_mv: 12_000,
    temperature_c: 20.5,
    clock_off_s: null,
  })
  const newest = seq
  await write([[site.controller_id, site.hardware_id, heartbeat({ seq: 7, supply_mv: 1 })]])
  expect(await rowOf(site.hardware_id)).toMatchObject({ seq: newest, supply_mv: 12_000 })
})

test('spec 3, last updated: set by a heartbeat with another firmware, PCB, protocol or configuration', async () => {
  const setsLastUpdated = async (more: Partial<Heartbeat> = {}) => {
    w.clock.advance(60_000)
    await write([[site.controller_id, site.hardware_id, heartbeat(more)]])
    return (await rowOf(site.hardware_id))?.described_at === w.clock.now().toISOString()
  }
  expect([await setsLastUpdated(), await setsLastUpdated({ supply_mv: 11_000 })]).toEqual([true, false])
  expect([
    await setsLastUpdated({ firmware_version: '3.3.0' }),
    await setsLastUpdated({ firmware_version: '3.3.0' }),
  ]).toEqual([true, false])
  expect([
    await setsLastUpdated({ firmware_version: '3.3.0', config_hash: 'f'.repeat(16) }),
    await setsLastUpdated({ pcb_version: 'D' }),
  ]).toEqual([true, true])
})

test("a heartbeat is announced only when it ends a silence, also for the children if it is their controller's", async () => {
  const places = (announced: Change[]) => new Set(announced.map(({ type, id }) => `${type} ${id}`))
  expect(places(await write([[site.controller_id, site.hardware_id, heartbeat()]]))).toEqual(
    new Set([`device ${site.device_id}`, `location ${site.location_id}`]),
  )
  w.clock.advance(60_000)
  expect(await write([[site.controller_id, site.hardware_id, heartbeat()]])).toEqual([])
  const announced = await write([[site.controller_id, site.controller_id, heartbeat()]])
  expect(places(announced)).toEqual(
    new Set([`device ${site.device_id}`, `device ${site.controller_device_id}`, `location ${site.location_id}`]),
  )
})

test('what another controller says of a piece of hardware displaces nothing that its own controller says', async () => {
  const other = await makeSite(w)
  await write([[site.controller_id, site.hardware_id, heartbeat()]])
  w.clock.advance(6 * 60_000)
  const own = heartbeat({ supply_mv: 11_500 })
  const foreign = heartbeat({ supply_mv: 1, seq: own.seq + 1_000 })
  await write([
    [other.controller_id, site.hardware_id, foreign],
    [site.controller_id, site.hardware_id, own],
    [other.controller_id, site.hardware_id, { ...foreign, seq: foreign.seq + 1 }],
  ])
  expect(await rowOf(site.hardware_id)).toMatchObject({ seq: own.seq, supply_mv: 11_500 })
  expect(counting.counts).toMatchObject({ heartbeats_written: 2, dropped_foreign_hardware: 1 })
  const { rows } = await w.pool.query('select beats from hardware_five_minutes where hardware_id = $1', [
    site.hardware_id,
  ])
  expect(rows).toEqual([{ beats: 1 }])
})

test('a clock more than five minutes off is recorded, and cleared when it is right again', async () => {
  await write([
    [
      site.controller_id,
      site.hardware_id,
      heartbeat({ at: new Date(w.clock.now().getTime() - 3_600_000).toISOString() }),
    ],
  ])
  expect(await rowOf(site.hardware_id)).toMatchObject({
    clock_off_s: -3_600,
    last_heartbeat_at: w.clock.now().toISOString(),
  })
  await write([[site.controller_id, site.hardware_id, heartbeat()]])
  expect(await rowOf(site.hardware_id)).toMatchObject({ clock_off_s: null })
})

test('bad input: unknown and foreign hardware, leaps and unstorable rows are counted, and the rest of the batch is written', async () => {
  const other = await makeSite(w)
  await write([[site.controller_id, site.hardware_id, heartbeat()]])
  await write([
    [site.controller_id, 'FFFFFFFFFFFFFFFFFFFFFFFF', heartbeat()],
    [site.controller_id, other.hardware_id, heartbeat()],
    [site.controller_id, site.hardware_id, heartbeat({ seq: seq + 2 ** 41 })],
    [other.controller_id, other.controller_id, heartbeat({ firmware_name: 'a\u0000b' })],
    [site.controller_id, site.controller_id, heartbeat({ supply_mv: 11_111 })],
  ])
  expect(counting.counts).toMatchObject({
    dropped_unknown_hardware: 1,
    dropped_foreign_hardware: 1,
    dropped_seq_leap: 1,
    dropped_unstorable: 1,
    heartbeats_written: 2,
  })
  expect(await rowOf(site.controller_id)).toMatchObject({ supply_mv: 11_111 })
  expect(await rowOf(other.hardware_id)).toMatchObject({ last_heartbeat_at: null })
})

test('health that fades by time alone is announced: late, then offline, with its location', async () => {
  await write([
    [site.controller_id, site.hardware_id, heartbeat()],
    [site.controller_id, site.controller_id, heartbeat()],
  ])
  const watch = async (ms: number) => {
    const since = w.clock.now()
    w.clock.advance(ms)
    const announced = await announcedBy(() => announceFadedHealth(w.db, w.config, { since, now: w.clock.now() }))
    return (
      announced.some((change) => change.type === 'device' && change.id === site.device_id) &&
      announced.some((change) => change.id === site.location_id)
    )
  }
  expect(await watch(179_000)).toBe(false)
  expect(await watch(2_000)).toBe(true)
  expect(await watch(60_000)).toBe(false)
  expect(await watch(360_000)).toBe(true)
})

test('of more devices than are named at once, every location is announced and with it one device at least', async () => {
  const sites = [site, await makeSite(w), await makeSite(w)]
  await write(
    sites.flatMap(({ controller_id, hardware_id }): [string, string, Heartbeat][] => [
      [controller_id, hardware_id, heartbeat()],
      [controller_id, controller_id, heartbeat()],
    ]),
  )
  const since = w.clock.now()
  w.clock.advance(181_000)
  const announced = await announcedBy(() => announceFadedHealth(w.db, w.config, { since, now: w.clock.now() }, 2))
  const here = new Set(sites.map(({ location_id }) => location_id))
  for (const type of ['location', 'device']) {
    const places = announced.flatMap((one) => (one.type === type ? [one.location_id] : []))
    expect(new Set(places)).toEqual(here)
    expect(places).toHaveLength(3)
  }
})

test('seen event ids are deleted after 30 days', async () => {
  const seen = (days: number) => ({
    hardware_id: site.hardware_id,
    event_id: `${days}`,
    received_at: new Date(w.clock.now().getTime() - days * 86_400_000).toISOString(),
  })
  await w.db
    .insertInto('device_events')
    .values([seen(0), seen(29), seen(31)])
    .execute()
  expect(await forgetOldDeviceEvents(w.db, w.clock.now())).toBe(1)
  expect(
    (
      await w.db
        .selectFrom('device_events')
        .select('event_id')
        .where('hardware_id', '=', site.hardware_id)
        .orderBy('event_id')
        .execute()
    ).map((row) => row.event_id),
  ).toEqual(['0', '29'])
})
