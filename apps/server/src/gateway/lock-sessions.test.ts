import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { makeAccessKey } from '../features/users/samples.ts'
import { makeSite } from '../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../test/gateway/gateway-fixtures.ts'
import { deviceEventActions } from '../../test/support/device-event-place.ts'

let w: TestApp
let site: Site

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const { event, apply, dock, stateOf, sessions, history } = deviceEventActions(() => ({ w, site }))

describe('spec 3: parking sessions follow the lock', () => {
  const accessKey = (key: string): Promise<string> => makeAccessKey(w, null, { key })
  const scan = (key: string, more: object = {}) => apply(event('key_scan', { key, key_type: 'rfid' }, more))

  test('a scan is valid for 60 s, for one session, and only if it precedes the lock', async () => {
    const [first, second] = [await accessKey('04000000000001'), await accessKey('04000000000002')]
    await scan('04000000000001')
    await dock('locked')
    await dock('unlocked')
    await dock('locked')
    await dock('unlocked')
    await scan('04000000000002')
    w.clock.advance(61_000)
    await dock('locked')
    await dock('unlocked')
    const late = event('key_scan', { key: '04000000000002', key_type: 'rfid' })
    await dock('locked')
    await apply(late)
    expect(second).not.toBe(first)
    expect((await sessions()).map((session) => session.access_key_id)).toEqual([first, null, null, null])
  })

  test('the history names the kind of a key, never the key', async () => {
    await scan('04FFFFFFFFFF01')
    expect((await history(site.device_id))[0]).toMatchObject({
      verb: 'key_scan',
      after: { key_type: 'rfid', is_known: false },
    })
    expect(JSON.stringify(await history(site.device_id))).not.toContain('04FFFFFFFFFF01')
  })

  test('a booking becomes active when its dock locks and is cancelled when it is released', async () => {
    const key = await accessKey('0400000000AA01')
    await dock('booked')
    await apply(event('booking', { action: 'created', key: '0400000000AA01' }))
    expect(await sessions()).toMatchObject([{ status: 'booked', access_key_id: key }])
    w.clock.advance(300_000)
    await dock('locked')
    expect(await sessions()).toMatchObject([
      { status: 'active', access_key_id: key, started_at: w.clock.now().toISOString() },
    ])
    await dock('unlocked')
    await dock('booked')
    await dock('unlocked')
    const [, booked] = await sessions()
    expect(booked).toMatchObject({ status: 'ended', how_ended: 'cancelled' })
    expect((await history(booked!.id)).map((one) => one.verb)).toEqual(['booked', 'cancelled'])
  })

  test("fees use the server's time, the state the device's time unless its clock is wrong", async () => {
    await dock('locked', { at: '2026-06-15T08:00:00.000Z' })
    const started_at = w.clock.now().toISOString()
    expect(await sessions()).toMatchObject([{ started_at }])
    expect(await stateOf()).toMatchObject({ dock_state_since: '2026-06-15T08:00:00.000Z' })
    await w.db
      .updateTable('hardware_state')
      .set({ clock_off_s: -7_200 })
      .where('hardware_id', '=', site.hardware_id)
      .execute()
    w.clock.advance(1_000)
    await dock('unlocked', { at: '2026-06-15T08:30:00.000Z' })
    expect(await stateOf()).toMatchObject({ dock_state_since: w.clock.now().toISOString() })
  })

  test('a door serves many riders at once: its lock opens no session', async () => {
    await w.db.updateTable('devices').set({ type: 'door' }).where('id', '=', site.device_id).execute()
    await dock('locked')
    expect(await sessions()).toEqual([])
  })
})
