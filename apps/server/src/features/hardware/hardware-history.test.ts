import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  deviceHeartbeatHistory,
  hardwareHeartbeatHistory,
  historyPointsAtMost,
  locationOnline,
} from '@wheelhouse/contract/hardware/hardware-history.ts'
import { dayMs, hourMs, makeSpeakingSite, minuteMs } from '../../../test/gateway/speaking-site.ts'
import type { SpeakingSite } from '../../../test/gateway/speaking-site.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { shareOf } from './contact-intervals.ts'

let w: TestApp
let site: SpeakingSite['site']
let reader: SpeakingSite['reader']
let life: SpeakingSite['life']
let speak: SpeakingSite['speak']
let pass: SpeakingSite['pass']
let history: SpeakingSite['history']
let onTheHour: SpeakingSite['onTheHour']

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('truncate gateway_lives')
  ;({ site, reader, life, speak, pass, history, onTheHour } = await makeSpeakingSite(w))
})

test('gaps are gaps: a silence that was listened to has a share of 0 and no readings, one that nobody listened to has none', async () => {
  await onTheHour()
  const from = w.clock.now().toISOString()
  await pass(30 * minuteMs)
  await pass(30 * minuteMs, { speaking: false })
  await pass(30 * minuteMs, { speaking: false, listening: false })
  await pass(30 * minuteMs)
  const { points, step_s, online_share } = await history({ from })
  expect(step_s).toBe(300)
  expect(
    points
      .slice(0, 6)
      .every((point) => point.online_share === 1 && point.beats === 5 && point.supply_min_mv === 12_000),
  ).toBe(true)
  const silent = { online_share: 0, rssi_min_dbm: null, supply_min_mv: null, temperature_max_c: null, beats: 0 }
  expect(points.slice(7, 12)).toEqual(points.slice(7, 12).map(({ at }) => expect.objectContaining({ at, ...silent })))
  expect(points.slice(12, 18).map((point) => point.online_share)).toEqual([null, null, null, null, null, null])
  expect(points.slice(19, 24).every((point) => point.online_share === 1)).toBe(true)
  // An hour of contact in an hour and a half that someone listened to.
  expect(online_share).toBeGreaterThan(0.64)
  expect(online_share).toBeLessThan(0.68)
})

test('a step that missed something keeps the whole below 100 %, also where the record of the gateway has a gap', async () => {
  await onTheHour()
  const from = w.clock.now().toISOString()
  await pass(10 * minuteMs)
  // Received by a gateway that did not record that it listened.
  await pass(30 * minuteMs, { listening: false })
  await pass(30 * minuteMs, { speaking: false })
  await pass(20 * minuteMs)
  const { points, online_share, listened_s } = await history({ from })
  expect(points.some((point) => point.online_share !== null && point.online_share < 1)).toBe(true)
  expect(online_share).toBeLessThan(1)
  const heard = points.filter((point) => point.online_share !== null).length
  expect(listened_s).toBeLessThanOrEqual(heard * 300)
  expect(listened_s).toBeGreaterThan((heard - 2) * 300)
})

test.each([
  [3_600, 3_600, 1],
  [3_600, 3_600.9, 1],
  [86_399, 86_400, 0.9999],
  [9_995, 10_000, 0.9995],
  [0, 300, 0],
  [0, 0.4, null],
])('%d s of contact in %d s that someone listened in are a share of %s', (online_s, listened_s, share) => {
  expect(shareOf(online_s, listened_s)).toBe(share)
})

test('what runs is in it before it is written down, and a device in contact is whole to its last beat', async () => {
  await onTheHour()
  const from = w.clock.now().toISOString()
  await pass(7 * minuteMs)
  w.clock.advance(40_000)
  const { points, online_share } = await history({ from })
  expect(points.map(({ beats }) => beats)).toEqual([5, 3])
  expect(online_share).toBe(1)
})

test('a step has the lowest, the mean and the highest reading, of what is written down and of what runs', async () => {
  await onTheHour()
  const from = w.clock.now().toISOString()
  for (const said of [
    { rssi_dbm: -70, supply_mv: 12_100, temperature_c: 20 },
    { rssi_dbm: -59, supply_mv: 11_900, temperature_c: 22.5 },
  ]) {
    w.clock.advance(minuteMs)
    await life.live(w.clock.now())
    await speak(said)
  }
  const expected = {
    rssi_min_dbm: -70,
    rssi_mean_dbm: -63.3,
    rssi_max_dbm: -59,
    wifi_rssi_mean_dbm: null,
    supply_min_mv: 11_900,
    supply_mean_mv: 12_000,
    supply_max_mv: 12_100,
    temperature_mean_c: 21.2,
  }
  expect((await history({ from })).points[0]).toMatchObject({ beats: 3, ...expected })
  await pass(10 * minuteMs, { speaking: false })
  await speak()
  expect((await history({ from })).points[0]).toMatchObject({ beats: 3, ...expected })
  const month = new Date(w.clock.now().getTime() - 30 * dayMs).toISOString()
  const whole = { ...expected, beats: 4, rssi_mean_dbm: -62.7, temperature_mean_c: 21.1 }
  expect((await history({ from: month })).points.at(-1)).toMatchObject(whole)
})

test.each([
  ['an hour', hourMs, 300],
  ['a day', dayMs, 300],
  ['a week', 7 * dayMs, 3_600],
  ['30 days', 30 * dayMs, 7_200],
  ['a year', 366 * dayMs, 86_400],
  ['two years', 731 * dayMs, 172_800],
])('%s is answered in so many steps that a screen can draw', async (_name, span, step) => {
  const { step_s, points, from } = await history({ from: new Date(w.clock.now().getTime() - span).toISOString() })
  expect(step_s).toBe(step)
  expect(points.length).toBeLessThanOrEqual(historyPointsAtMost)
  expect(points.length).toBeGreaterThanOrEqual(span / step / 1_000)
  const starts = points.map((_, nth) => new Date(Date.parse(from) + nth * step * 1_000).toISOString())
  expect(points.map(({ at }) => at)).toEqual(starts)
})

test('of two people who ask in turn each reads their own device, as it is at that moment', async () => {
  const other = await makeSpeakingSite(w)
  await onTheHour()
  const from = w.clock.now().toISOString()
  for (const beats of [1, 2]) {
    w.clock.advance(minuteMs)
    await Promise.all([life.live(w.clock.now()), speak({ rssi_dbm: -70 }), other.speak({ rssi_dbm: -50 })])
    const asked = [await history({ from }), await other.history({ from })]
    expect(asked.map(({ hardware_id }) => hardware_id)).toEqual([site.hardware_id, other.site.hardware_id])
    expect(asked.map(({ points }) => points[0]?.rssi_min_dbm)).toEqual([-70, -50])
    expect(asked[1]?.points[0]?.beats).toBe(beats)
  }
})

test('an hour long ago is shown in the steps that are still kept', async () => {
  const ago = w.clock.now().getTime() - 20 * dayMs
  expect(
    (await history({ from: new Date(ago).toISOString(), to: new Date(ago + 3 * hourMs).toISOString() })).step_s,
  ).toBe(3_600)
})

test('hardware that speaks every 15 minutes gets steps that hold two beats', async () => {
  await w.pool.query(`update locations set power_save = 'local_wakeup' where id = $1`, [site.location_id])
  expect((await history()).step_s).toBe(1_800)
})

test('a device tells of its hardware since it is in it; the hardware tells of all its life', async () => {
  await onTheHour()
  const from = w.clock.now().toISOString()
  await pass(20 * minuteMs)
  await w.pool.query('update devices set hardware_assigned_at = $2 where id = $1', [
    site.device_id,
    w.clock.now().toISOString(),
  ])
  await pass(10 * minuteMs)
  const device = await history({ from })
  expect(device.points.slice(0, 4).map(({ beats }) => beats)).toEqual([0, 0, 0, 0])
  expect(device.points.slice(0, 4).map((point) => point.online_share)).toEqual([null, null, null, null])
  const { body } = await reader.call(hardwareHeartbeatHistory, {
    params: { hardware_id: site.hardware_id.toLowerCase() },
    query: { from },
  })
  expect(body.points[1].beats).toBe(5)
})

test('rights: the history of hardware in stock is shown to people who may see the stock; for others it does not exist', async () => {
  const stock = await w.make.group({ type: 'system', name: 'Stock' })
  const location = ['GETMETRICS'] as const
  const without = await w.person([{ group_id: stock, needs: { location, hardware: ['GET'] } }])
  const withStock = await w.person([{ group_id: stock, needs: { location, hardware: ['GET', 'GETUNASSIGNED'] } }])
  await w.pool.query('update devices set hardware_id = null where hardware_id = $1', [site.hardware_id])
  const ask = async (who: Caller) =>
    (await who.call(hardwareHeartbeatHistory, { params: { hardware_id: site.hardware_id } })).status
  expect([await ask(without), await ask(withStock)]).toEqual([404, 200])
})

test('the strip of a location has a row a device, one without hardware too', async () => {
  await onTheHour()
  const bare = await w.make.device(site.location_id)
  const from = w.clock.now().toISOString()
  await pass(60 * minuteMs)
  const { body } = await reader.call(locationOnline, { params: { location_id: site.location_id }, query: { from } })
  const its = (id: string) => body.devices.find((device: { device_id: string }) => device.device_id === id)
  expect(its(site.device_id)).toMatchObject({ number: 7, online_share: 1 })
  expect(its(site.controller_device_id)).toMatchObject({ online_share: 0 })
  expect(its(bare)).toMatchObject({ online_share: null })
})

test.each([
  [{ from: '2026-06-15T10:00:00.000Z', to: '2026-06-15T10:00:00.000Z' }],
  [{ from: '2020-06-15T10:00:00.000Z', to: '2026-06-15T10:00:00.000Z' }],
  [{ from: 'yesterday' }],
  [{ from: '2126-06-15T10:00:00.000Z' }],
])('a period that is none is refused: %o', async (query) => {
  expect(await reader.call(deviceHeartbeatHistory, { params: { device_id: site.device_id }, query })).toMatchObject({
    status: 400,
  })
})

test('a device without hardware has no history', async () => {
  const bare = await w.make.device(site.location_id)
  expect(await reader.call(deviceHeartbeatHistory, { params: { device_id: bare } })).toMatchObject({
    status: 409,
    body: { error_code: 'no_hardware' },
  })
})

test('the refusal of a viewer without GETMETRICS names the missing right', async () => {
  const viewer = await w.person([{ group_id: site.organization.owner, needs: { location: ['GET'], device: ['GET'] } }])
  expect(await viewer.call(deviceHeartbeatHistory, { params: { device_id: site.device_id } })).toMatchObject({
    status: 403,
  })
})

test('at most two years and 500 points, also where only the start is named', async () => {
  const params = { device_id: site.device_id }
  for (const from of ['1990-01-01T00:00:00.000Z', '0001-01-01T00:00:00.000Z']) {
    const answer = await reader.call(deviceHeartbeatHistory, { params, query: { from } })
    expect([answer.status, answer.body.error_message]).toEqual([400, 'from: At most two years at once'])
  }
  const from = new Date(w.clock.now().getTime() - 730 * dayMs).toISOString()
  const { body } = await reader.call(deviceHeartbeatHistory, { params, query: { from } })
  expect(body.points.length).toBeLessThanOrEqual(historyPointsAtMost)
})

test('rights: a disabled account gets no error about its period', async () => {
  const set = `disabled_at = now(), disabled_reason = 'Has left'`
  await w.pool.query(`update console_users set ${set} where id = $1`, [reader.id])
  const query = { from: '1990-01-01T00:00:00.000Z' }
  const { body } = await reader.call(deviceHeartbeatHistory, { params: { device_id: site.device_id }, query })
  expect(body.error_code).toBe('account_disabled')
})
