import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { DeviceEvent } from '@wheelhouse/device-protocol/messages.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { applyDeviceEvent } from '../../gateway/device-events.ts'
import { raiseStuckLocks } from '../alarms/alarms.ts'
import { endLeftSessions } from './parking-sessions.ts'

let w: TestApp
let site: Site
let seq = 0

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  site = await makeSite(w)
})

const slowMs = 4 * 60_000

/** What a lock says whose clock is four minutes slow, which counts as right. */
async function says(state: string, data: object = {}, at = site): Promise<void> {
  const now = w.clock.now()
  const told = { id: `e${++seq}`, seq, at: new Date(now.getTime() - slowMs).toISOString(), type: 'dock_state' }
  await applyDeviceEvent(w, at, DeviceEvent.parse({ ...told, data: { state, ...data } }), now)
}
async function temporaryUnlock(at = site): Promise<string> {
  const [id, now] = [uuidv7(), w.clock.now()]
  const deadline = new Date(now.getTime() + 30_000).toISOString()
  await w.pool.query(
    `insert into commands (id, hardware_id, name, args, actor_kind, status, step, health_at_request, created_at, deadline_at)
     values ($1, $2, 'temporary_unlock', '{}', 'system', 'in_progress', 'sent', 'healthy', $3, $4)`,
    [id, at.hardware_id, now.toISOString(), deadline],
  )
  return id
}
/** Parked, and let out by a temporary unlock. */
async function letOut(at = site): Promise<void> {
  await says('locked', {}, at)
  await says('unlocked', { command_id: await temporaryUnlock(at) }, at)
}
const endLeft = () => endLeftSessions(w, w.clock.now())
async function sessionOf({ device_id }: Site) {
  const columns = ['status', 'how_ended', 'ended_at'] as const
  return w.db.selectFrom('parking_sessions').select(columns).where('device_id', '=', device_id).executeTakeFirst()
}

test('device protocol: after a temporary unlock the minute is measured in server time, however slow the clock of the lock is', async () => {
  await letOut()
  await endLeft()
  expect(await sessionOf(site)).toMatchObject({ status: 'active' })
  w.clock.advance(59_000)
  await endLeft()
  expect(await sessionOf(site)).toMatchObject({ status: 'active' })
  w.clock.advance(1_000)
  expect(await endLeft()).toBe(1)
  const ended_at = w.clock.now().toISOString()
  expect(await sessionOf(site)).toEqual({ status: 'ended', how_ended: 'normal', ended_at })
  expect(await endLeft()).toBe(0)
})

test('a lock that says the same state again has no further minute', async () => {
  await letOut()
  w.clock.advance(40_000)
  await says('unlocked')
  w.clock.advance(20_000)
  expect(await endLeft()).toBe(1)
})

test('device protocol: a lock between two states has its minute in server time before it raises an alarm', async () => {
  await says('locking')
  expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(0)
  w.clock.advance(60_000)
  expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(1)
})

test('a move that a server of an earlier version wrote without its receipt has its minute from its beginning', async () => {
  await says('locked')
  w.clock.advance(3_600_000)
  const now = w.clock.now()
  await w.pool.query(`update hardware_state set dock_state = 'locking', dock_state_since = $1 where hardware_id = $2`, [
    now,
    site.hardware_id,
  ])
  expect(await raiseStuckLocks(w.db, w.config, now)).toBe(0)
  w.clock.advance(60_000)
  expect(await raiseStuckLocks(w.db, w.config, w.clock.now())).toBe(1)
})

test('a session that cannot be ended does not keep the others from it', async () => {
  const other = await makeSite(w)
  await letOut(other)
  await letOut()
  w.clock.advance(60_000)
  await w.pool.query(`
    create function refuse() returns trigger language plpgsql as $$ begin raise exception 'cannot be ended'; end $$;
    create trigger refuse before update on parking_sessions for each row when (new.device_id = '${other.device_id}') execute function refuse()`)
  expect(await endLeft()).toBe(1)
  expect(await sessionOf(site)).toMatchObject({ status: 'ended' })
  expect(await sessionOf(other)).toMatchObject({ status: 'active' })
  await w.pool.query('drop trigger refuse on parking_sessions; drop function refuse()')
  expect(await endLeft()).toBe(1)
  expect(await sessionOf(other)).toMatchObject({ status: 'ended' })
})
