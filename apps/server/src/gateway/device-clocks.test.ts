import fc from 'fast-check'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { makeAccessKey } from '../features/users/samples.ts'
import { applyDeviceEvent } from './device-events.ts'

let w: TestApp
let site: Site
let serial = 0

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const now = (): string => w.clock.now().toISOString()
const before = (seconds: number): string => new Date(w.clock.now().getTime() - seconds * 1_000).toISOString()
const says = (type: string, data: object, stamp: { seq?: number; at?: string } = {}, from: object = {}) => {
  const message = { id: `c${++serial}`, seq: serial, at: now(), type, data, ...stamp }
  return applyDeviceEvent(w, { ...site, ...from }, DeviceEvent.parse(message), w.clock.now())
}
const stateOf = () =>
  w.db.selectFrom('hardware_state').selectAll().where('hardware_id', '=', site.hardware_id).executeTakeFirstOrThrow()
const alarms = () =>
  w.db.selectFrom('alarms').selectAll().where('hardware_id', '=', site.hardware_id).orderBy('id').execute()
const openAlarms = async (): Promise<string[]> =>
  (await alarms()).flatMap(({ reason, cleared_at }) => (cleared_at === null ? [reason] : []))
const alarm = (active: boolean, stamp: { seq?: number; at?: string }) =>
  says('alarm', { reason: 'tamper', active }, stamp)
/** As a heartbeat reports it. */
const clockOff = (seconds: number | null) =>
  w.pool.query(
    `insert into hardware_state (hardware_id, clock_off_s) values ($1, $2)
     on conflict (hardware_id) do update set clock_off_s = excluded.clock_off_s`,
    [site.hardware_id, seconds],
  )

describe('device protocol: alarms follow the counter of the hardware, whatever its clock says', () => {
  test('an end that overtakes its raise ends the alarm, also where both have the time of receipt', async () => {
    await clockOff(-7_200)
    await alarm(false, { seq: 11 })
    w.clock.advance(1_000)
    await alarm(true, { seq: 10 })
    expect(await openAlarms()).toEqual([])
    expect((await alarms()).every(({ raised_at, cleared_at }) => cleared_at !== null && raised_at <= cleared_at)).toBe(
      true,
    )
    await alarm(true, { seq: 12 })
    expect(await openAlarms()).toEqual(['tamper'])
  })

  test('an end is taken also where the clock was set back since the raise', async () => {
    await alarm(true, { seq: 10 })
    await alarm(false, { seq: 11, at: before(3_600) })
    const [row] = await alarms()
    expect(row).toMatchObject({ raised_seq: 10, cleared_seq: 11, cleared_at: row?.raised_at })
  })

  test('an end from before the last raise does not end it', async () => {
    await alarm(true, { seq: 10, at: before(30) })
    await alarm(true, { seq: 12, at: before(10) })
    await alarm(false, { seq: 11, at: now() })
    expect(await openAlarms()).toEqual(['tamper'])
    await alarm(false, { seq: 13 })
    expect(await openAlarms()).toEqual([])
  })

  test('hardware that is in no device ends its alarms, too', async () => {
    await w.db.updateTable('devices').set({ hardware_id: null }).where('id', '=', site.device_id).execute()
    await alarm(false, { seq: 11 })
    await alarm(true, { seq: 10, at: before(60) })
    expect(await openAlarms()).toEqual([])
  })

  test('an alarm that the server raised, or an earlier version kept without its counter, ends by its time', async () => {
    await alarm(true, { seq: 10, at: before(60) })
    await w.pool.query('update alarms set raised_seq = null where hardware_id = $1', [site.hardware_id])
    await alarm(false, { seq: 9, at: before(120) })
    expect(await openAlarms()).toEqual(['tamper'])
    await alarm(false, { seq: 11 })
    expect(await openAlarms()).toEqual([])
  })

  test('a counter that leaped once does not keep an alarm open, or closed, for ever', async () => {
    await alarm(true, { seq: 2 ** 42 })
    await alarm(false, { seq: 20 })
    expect(await openAlarms()).toEqual([])
    await alarm(false, { seq: 2 ** 42 })
    await alarm(true, { seq: 21 })
    expect(await openAlarms()).toEqual(['tamper'])
  })

  test('in any order of arrival, and by any clock, the report with the highest counter holds', async () => {
    const words = fc.array(fc.record({ active: fc.boolean(), clock: fc.integer({ min: 0, max: 86_400 }) }), {
      minLength: 1,
      maxLength: 6,
    })
    const story = words.chain((list) =>
      fc.record({
        list: fc.constant(list),
        order: fc.shuffledSubarray([...list.keys()], { minLength: list.length }),
        is_known_wrong: fc.boolean(),
      }),
    )
    await fc.assert(
      fc.asyncProperty(story, async ({ list, order, is_known_wrong }) => {
        site = await makeSite(w)
        if (is_known_wrong) await clockOff(600)
        for (const n of order) {
          w.clock.advance(1_000)
          await alarm(list[n]?.active ?? false, { seq: 100 + n, at: before(list[n]?.clock ?? 0) })
        }
        expect(await openAlarms()).toEqual(list.at(-1)?.active ? ['tamper'] : [])
      }),
      { numRuns: 40 },
    )
  }, 60_000)
})

describe('device protocol: a clock that does not know the time yet is not believed', () => {
  test('a state and a photo of 1970 have the time of receipt, before any heartbeat says that the clock is wrong', async () => {
    await says('dock_state', { state: 'locked' }, { at: '1970-01-01T00:00:07.000Z' })
    expect(await stateOf()).toMatchObject({ dock_state: 'locked', dock_state_since: now(), clock_off_s: null })
    await w.db.updateTable('devices').set({ type: 'guard' }).where('id', '=', site.device_id).execute()
    await w.db.updateTable('locations').set({ has_camera: true }).where('id', '=', site.location_id).execute()
    await says('photo', { photo_id: 'first', reason: 'door_opened' }, { at: '1970-01-01T00:00:09.000Z' })
    const { rows } = await w.pool.query("select args->>'taken_at' as taken_at from commands where hardware_id = $1", [
      site.hardware_id,
    ])
    expect(rows).toEqual([{ taken_at: now() }])
  })

  test('an event that came within the 30 days for which events are kept has its own time', async () => {
    const at = before(29 * 86_400)
    await says('dock_state', { state: 'locked' }, { at })
    expect(await stateOf()).toMatchObject({ dock_state_since: at })
  })

  test('a state does not begin before the one that it follows', async () => {
    await says('dock_state', { state: 'locked' })
    const since = now()
    w.clock.advance(60_000)
    await says('dock_state', { state: 'unlocked' }, { at: before(3_600) })
    expect(await stateOf()).toMatchObject({ dock_state: 'unlocked', dock_state_since: since })
  })
})

describe('decision 5: a wrong owner of a booking is worse than none', () => {
  const [late, theirs] = ['0400000000BB01', '0400000000BB02']
  const book = (key: string, stamp: { seq?: number; at?: string } = {}) =>
    says('booking', { action: 'created', key }, stamp)
  const owners = async (): Promise<(string | null)[]> =>
    (
      await w.db
        .selectFrom('parking_sessions')
        .select('access_key_id')
        .where('device_id', '=', site.device_id)
        .orderBy('id')
        .execute()
    ).map(({ access_key_id }) => access_key_id)

  test('a booking that is reported an hour late does not name the one that is open now', async () => {
    await makeAccessKey(w, null, { key: late })
    const owner = await makeAccessKey(w, null, { key: theirs })
    await says('dock_state', { state: 'booked' }, { seq: 1_000 })
    expect(await book(late, { seq: 900, at: before(3_600) })).toBe('applied')
    expect(await owners()).toEqual([null])
    await book(theirs, { seq: 1_001 })
    expect(await owners()).toEqual([owner])
  })

  test('where the clock is known to be wrong, one that is older than the state of the lock names none', async () => {
    const key = '0400000000BB03'
    await makeAccessKey(w, null, { key })
    await clockOff(7_200)
    await says('dock_state', { state: 'booked' }, { seq: 1_000 })
    await book(key, { seq: 900 })
    expect(await owners()).toEqual([null])
  })

  test('a lock that reports the booking and its key late names it, by its clock', async () => {
    const key = '0400000000BB04'
    const owner = await makeAccessKey(w, null, { key })
    await says('dock_state', { state: 'booked' }, { at: before(1_800) })
    await book(key, { at: before(1_799) })
    expect(await owners()).toEqual([owner])
  })
})

test('device protocol: an older start moves neither firmware nor mesh back, also before the first heartbeat', async () => {
  const boot = (seq: number, firmware_version: string, mesh_id: string) =>
    says(
      'boot',
      {
        type: 'controller',
        mac_address: '02:00:00:00:00:07',
        mesh_id,
        firmware_name: 'controller',
        firmware_version,
        pcb_version: 'D',
        protocol_version: '1',
        boot_count: seq,
        children: [],
      },
      { seq },
      { hardware_id: site.controller_id },
    )
  const known = async () =>
    (
      await w.pool.query(
        'select s.firmware_version, c.mesh_id from hardware_state s join controllers c using (hardware_id) where hardware_id = $1',
        [site.controller_id],
      )
    ).rows
  await boot(20, '4.1.0', '0000000B')
  await boot(19, '4.0.0', '0000000A')
  expect(await known()).toEqual([{ firmware_version: '4.1.0', mesh_id: '0000000B' }])
  await boot(2 ** 42, '9.9.9', '0000000F')
  await boot(21, '4.2.0', '0000000C')
  expect(await known()).toEqual([{ firmware_version: '4.2.0', mesh_id: '0000000C' }])
})
