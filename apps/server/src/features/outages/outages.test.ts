import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { currentOutages, exportOutages, listOutages } from '@wheelhouse/contract/outages/outages.ts'
import type { Outage } from '@wheelhouse/contract/outages/outages.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import { openGatewayLife } from '../hardware/gateway-lives.ts'
import type { GatewayLife } from '../hardware/gateway-lives.ts'
import { eventually } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { sweepOutages } from './outages.ts'
import type { Swept } from './outages.ts'

let w: TestApp
let life: GatewayLife
let place: Awaited<ReturnType<typeof makePlace>>
let reader: Caller

const minuteMs = 60_000
const hourMs = 60 * minuteMs

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('truncate gateway_lives, outages')
  // Devices of earlier tests must not be swept, so each test begins without any.
  await w.pool.query('update devices set deleted_at = now(), hardware_id = null, delete_pending = false')
  life = openGatewayLife(w.db)
  await life.live(w.clock.now())
  place = await makePlace()
  reader = await w.person([{ group_id: place.organization.owner, needs: { location: ['GET'] } }])
  await sweep()
})

/** Makes a location with a controller and two docks behind it, all of them in contact just now. */
async function makePlace(values: Record<string, unknown> = {}) {
  const organization = await w.make.organization()
  const location_id = await w.make.location(organization, values)
  const controller = await w.make.controller()
  const [one, two] = [await w.make.hardware(controller), await w.make.hardware(controller)]
  const device_id = await w.make.device(location_id, { hardware_id: one, number: 1 })
  await w.make.device(location_id, { hardware_id: two, number: 2 })
  await w.make.device(location_id, { hardware_id: controller, number: 1, type: 'controller' })
  const made = { organization, location_id, controller, one, two, device_id }
  await speak(made.controller, made.one, made.two)
  return made
}

async function speak(...hardware: string[]): Promise<void> {
  for (const id of hardware)
    await w.pool.query(
      `insert into hardware_state (hardware_id, seq, last_heartbeat_at) values ($1, 1, $2) on conflict (hardware_id) do update set last_heartbeat_at = excluded.last_heartbeat_at`,
      [id, w.clock.now().toISOString()],
    )
}

const sweep = (): Promise<Swept> => sweepOutages(w)

/** Time goes on minute by minute, the gateway listening; those that are named speak each minute, and each minute is swept. */
async function pass(ms: number, ...speaking: string[]): Promise<Swept> {
  const all: Swept = { raised: 0, confirmed: 0, repeated: 0, cleared: 0 }
  for (let left = ms; left > 0; left -= minuteMs) {
    w.clock.advance(Math.min(left, minuteMs))
    await life.live(w.clock.now())
    await speak(...speaking)
    const swept = await sweep()
    for (const [step, count] of Object.entries(swept) as [keyof Swept, number][]) all[step] += count
  }
  return all
}

const outages = async (query: Record<string, unknown> = {}): Promise<Outage[]> =>
  (await reader.ask(listOutages, { query })).items
const recordedEvents = async (resourceId: string) =>
  (
    await w.db
      .selectFrom('events')
      .select(['verb'])
      .where('resource_id', '=', resourceId)
      .where('feature', '=', 'outages')
      .orderBy('id')
      .execute()
  ).map(({ verb }) => verb)

test('values: one incident an outage: raised when health becomes offline, confirmed two hours later, repeated daily, cleared once', async () => {
  expect(await pass(10 * minuteMs)).toMatchObject({ raised: 0 })
  const offlineAt = w.clock.now().toISOString()
  expect(await pass(minuteMs)).toMatchObject({ raised: 1, confirmed: 0 })
  expect(await outages()).toMatchObject([{ scope: 'location', status: 'open', began_at: offlineAt, folded_devices: 3 }])
  expect(await pass(2 * hourMs - 2 * minuteMs)).toMatchObject({ raised: 0, confirmed: 0 })
  expect(await pass(minuteMs)).toMatchObject({ confirmed: 1 })
  expect(await pass(24 * hourMs - minuteMs)).toMatchObject({ raised: 0, confirmed: 0, repeated: 0 })
  expect(await pass(minuteMs)).toMatchObject({ repeated: 1 })
  expect(await outages({ status: 'confirmed' })).toMatchObject([{ repeats: 1 }])
  const { controller, one, two } = place
  expect(await pass(15 * minuteMs, controller, one, two)).toMatchObject({ cleared: 0 })
  expect(await pass(2 * minuteMs, controller, one, two)).toMatchObject({ cleared: 1 })
  expect(await pass(30 * minuteMs, controller, one, two)).toEqual({ raised: 0, confirmed: 0, repeated: 0, cleared: 0 })
  const [over] = await outages({ status: 'cleared' })
  expect(over).toMatchObject({ status: 'cleared', clearing: 'recovered', folded_devices: 0 })
  expect(Date.parse(over?.cleared_at ?? '') - Date.parse(over?.ended_at ?? '')).toBe(15 * minuteMs)
  expect(await recordedEvents(place.location_id)).toEqual(['raised', 'confirmed', 'repeated', 'cleared'])
})

test('children fold under a dead controller: one incident, of the controller, while another controller keeps the location up', async () => {
  const other = await w.make.controller()
  await w.make.device(place.location_id, { hardware_id: other, number: 2, type: 'controller' })
  await speak(other)
  expect(await pass(12 * minuteMs, other)).toMatchObject({ raised: 1 })
  expect(await outages()).toMatchObject([
    { scope: 'controller', hardware_id: place.controller, folded_devices: 2, folded_into: null },
  ])
})

test('a dock that was silent before its controller died stays one incident and becomes a part of the larger one', async () => {
  const other = await w.make.controller()
  await w.make.device(place.location_id, { hardware_id: other, number: 2, type: 'controller' })
  await pass(12 * minuteMs, other, place.controller, place.two)
  const [dock] = await outages()
  expect(dock).toMatchObject({ scope: 'device', device_id: place.device_id, folded_into: null })
  await pass(13 * minuteMs, other)
  const both = await outages()
  const dead = both.find(({ scope }) => scope === 'controller')
  expect(both).toHaveLength(2)
  expect(both.find(({ id }) => id === dock?.id)).toMatchObject({ status: 'open', folded_into: dead?.id })
  expect(await reader.ask(currentOutages, { params: { location_id: place.location_id } })).toMatchObject([
    { id: dead?.id },
  ])
  // The controller comes back, the dock does not: the smaller one stands by itself again.
  await pass(20 * minuteMs, other, place.controller, place.two)
  expect(await outages({ status: ['open', 'confirmed'] })).toMatchObject([{ id: dock?.id, folded_into: null }])
})

/** A gateway that speaks for a controller that speaks for a dock, and another controller that keeps the location up. */
async function makeLevels() {
  const [gateway, middle, other] = [await w.make.controller(), await w.make.controller(), await w.make.controller()]
  await w.pool.query('update hardware set controller_id = $2 where hardware_id = $1', [middle, gateway])
  const dock = await w.make.hardware(middle)
  const at = place.location_id
  await w.make.device(at, { hardware_id: other, number: 2, type: 'controller' })
  await w.make.device(at, { hardware_id: gateway, number: 3, type: 'controller' })
  await w.make.device(at, { hardware_id: middle, number: 4, type: 'controller' })
  await w.make.device(at, { hardware_id: dock, number: 9 })
  await speak(gateway, middle, other, dock)
  return { gateway, middle, dock, up: [other, place.controller, place.one, place.two] }
}
const standing = async (): Promise<Map<string | null, Outage>> =>
  new Map((await outages({ status: ['open', 'confirmed'] })).map((outage) => [outage.hardware_id, outage]))

test('through two levels children fold under the topmost dead one: one incident from the first look on', async () => {
  const { gateway, up } = await makeLevels()
  expect(await pass(14 * minuteMs, ...up)).toMatchObject({ raised: 1 })
  expect(await outages()).toMatchObject([
    { scope: 'controller', hardware_id: gateway, folded_into: null, folded_devices: 2 },
  ])
})

test('outages that began one after the other are folded again as more hardware above goes down, and again when the controller returns', async () => {
  const { gateway, middle, dock, up } = await makeLevels()
  await pass(13 * minuteMs, ...up, gateway, middle)
  await pass(13 * minuteMs, ...up, gateway)
  let now = await standing()
  expect(now.get(dock)).toMatchObject({ scope: 'device', folded_into: now.get(middle)?.id })
  await pass(13 * minuteMs, ...up)
  now = await standing()
  const top = now.get(gateway)?.id
  expect([now.size, top]).toEqual([3, expect.any(String)])
  expect([now.get(dock)?.folded_into, now.get(middle)?.folded_into, now.get(gateway)?.folded_into]).toEqual([
    top,
    top,
    null,
  ])
  expect(await reader.ask(currentOutages, { params: { location_id: place.location_id } })).toMatchObject([{ id: top }])
  await pass(20 * minuteMs, ...up, gateway)
  now = await standing()
  expect([now.get(dock)?.folded_into, now.get(middle)?.folded_into, now.has(gateway)]).toEqual([
    now.get(middle)?.id,
    null,
    false,
  ])
})

test('what is out of contact below a dark location elsewhere is a part of that outage', async () => {
  const far = await makePlace()
  await w.pool.query('update hardware set controller_id = $2 where hardware_id = $1', [place.one, far.controller])
  await pass(13 * minuteMs, place.controller, place.two, far.controller, far.one, far.two)
  expect(await outages()).toMatchObject([{ hardware_id: place.one, folded_into: null }])
  await pass(13 * minuteMs, place.controller, place.two)
  const watcher = await w.person([{ group_id: far.organization.owner, needs: { location: ['GET'] } }])
  const [whole] = (await watcher.ask(listOutages)).items
  expect(whole).toMatchObject({ scope: 'location', location_id: far.location_id })
  expect(await outages()).toMatchObject([{ hardware_id: place.one, folded_into: whole?.id }])
})

test('no flapping storms: contact that does not hold ends nothing, and the next silence raises nothing', async () => {
  await pass(12 * minuteMs)
  for (let round = 0; round < 6; round++) {
    expect(await pass(5 * minuteMs, place.controller, place.one, place.two)).toMatchObject({ cleared: 0, raised: 0 })
    expect(await pass(14 * minuteMs)).toMatchObject({ cleared: 0, raised: 0 })
  }
  expect(await outages()).toHaveLength(1)
  expect(await recordedEvents(place.location_id)).toEqual(['raised'])
})

test('after a stop of hours nothing is raised before the devices had their time; what stays silent is', async () => {
  await pass(2 * minuteMs, place.controller, place.one, place.two)
  w.clock.advance(5 * hourMs)
  // Nobody listens yet: nothing is said.
  expect(await sweep()).toMatchObject({ raised: 0 })
  expect(await pass(9 * minuteMs)).toMatchObject({ raised: 0 })
  expect(await pass(3 * minuteMs)).toMatchObject({ raised: 1, confirmed: 0 })
  const [outage] = await outages()
  expect(w.clock.now().getTime() - Date.parse(outage?.began_at ?? '')).toBeLessThanOrEqual(2 * minuteMs)
})

test('an outage that was open when the gateway stopped is neither confirmed at once nor announced twice afterwards', async () => {
  await pass(12 * minuteMs)
  w.clock.advance(5 * hourMs)
  expect(await pass(minuteMs)).toMatchObject({ raised: 0, confirmed: 0 })
  expect(await pass(8 * minuteMs, place.controller, place.one, place.two)).toMatchObject({ raised: 0, confirmed: 0 })
  expect(await pass(17 * minuteMs, place.controller, place.one, place.two)).toMatchObject({ cleared: 1, confirmed: 0 })
})

test('the first start ever: what was silent before anybody listened counts from then', async () => {
  await w.pool.query('truncate gateway_lives')
  w.clock.advance(9 * hourMs)
  life = openGatewayLife(w.db)
  expect(await pass(9 * minuteMs)).toMatchObject({ raised: 0 })
  expect(await pass(3 * minuteMs)).toMatchObject({ raised: 1 })
})

test.each(['in_house', 'in_delivery', 'demo', 'obsolete'])('a location that is %s is not watched', async (status) => {
  await w.pool.query('update locations set status = $2 where id = $1', [place.location_id, status])
  expect(await pass(12 * minuteMs)).toMatchObject({ raised: 0 })
})

test('what is no longer watched is cleared as that: hardware taken out, a deletion pending, a location made obsolete', async () => {
  await pass(12 * minuteMs, place.controller)
  expect(await outages()).toHaveLength(2)
  await w.pool.query('update devices set delete_pending = true, delete_asked_at = now() where hardware_id = $1', [
    place.one,
  ])
  await w.pool.query('update devices set hardware_id = null where hardware_id = $1', [place.two])
  expect(await pass(minuteMs, place.controller)).toMatchObject({ cleared: 2 })
  expect((await outages()).map(({ clearing }) => clearing)).toEqual(['not_watched', 'not_watched'])
  await pass(12 * minuteMs)
  await w.pool.query(`update locations set status = 'obsolete' where id = $1`, [place.location_id])
  expect(await pass(minuteMs)).toMatchObject({ cleared: 1 })
})

test('hardware that never had contact is no outage', async () => {
  const never = await w.make.hardware(place.controller)
  await w.make.device(place.location_id, { hardware_id: never })
  expect(await pass(15 * minuteMs, place.controller, place.one, place.two)).toMatchObject({ raised: 0 })
})

test('two sweeps at once raise one', async () => {
  w.clock.advance(minuteMs)
  await pass(9 * minuteMs)
  for (let n = 0; n < 3; n++) {
    w.clock.advance(50_000)
    await life.live(w.clock.now())
  }
  const [a, b] = await Promise.all([sweep(), sweep()])
  expect(a.raised + b.raised).toBe(1)
})

test('screens that show the location hear of it', async () => {
  const heard: Change[] = []
  const off = w.bus.on((message) => message.kind === 'changes' && heard.push(...message.changes))
  await pass(11 * minuteMs)
  await eventually(() =>
    expect(heard).toContainEqual(expect.objectContaining({ type: 'outage', location_id: place.location_id })),
  )
  off()
})

test('pages go on where the last one ended', async () => {
  await pass(12 * minuteMs, place.controller)
  const first = await reader.ask(listOutages, { query: { limit: 1 } })
  const second = await reader.ask(listOutages, { query: { limit: 1, cursor: certain(first.next) } })
  expect(first).toMatchObject({ total: 2, total_is_exact: true })
  expect(new Set([first.items[0]?.id, second.items[0]?.id]).size).toBe(2)
  expect(second.next).toBeNull()
})

test('screens: the outages of a filter are exported as they are listed, to everyone who sees the location', async () => {
  await pass(12 * minuteMs, place.controller)
  const query = { location_id: place.location_id, column: ['scope', 'status', 'hardware_id', 'began_at', 'cleared_at'] }
  const [first, second] = await outages()
  const line = (outage: Outage | undefined) => `device,open,${outage?.hardware_id},${outage?.began_at},`
  const file = await reader.send(exportOutages, { query })
  expect(file.text).toBe(`\uFEFF${query.column.join(',')}\r\n${line(first)}\r\n${line(second)}\r\n`)
  expect([file.headers['x-total-count'], file.headers['x-total-is-exact']]).toEqual(['2', 'true'])
  expect((await reader.send(sheetOf(exportOutages), { query })).status).toBe(200)
  const cleared = await reader.send(exportOutages, { query: { ...query, status: 'cleared' } })
  expect(cleared.text.trim().split('\r\n')).toHaveLength(1)
  const stranger = await w.person([{ group_id: (await w.make.organization()).owner, needs: { location: ['GET'] } }])
  expect((await stranger.send(exportOutages, { query })).text.trim().split('\r\n')).toHaveLength(1)
})
