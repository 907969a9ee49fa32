import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { openJournal, withJournal } from '../../journal/journal.ts'
import { raiseStuckLocks } from '../alarms/alarms.ts'
import { noteAlarmPause } from './alarm-pause.ts'
import { placedHardwareOf } from './hardware-page.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

test('spec 9: while the alarms of a lock are disabled, the services raise none for it either', async () => {
  const { hardware_id } = await makeSite(w)
  const since = w.clock.now()
  await w.pool.query(
    `insert into hardware_state (hardware_id, dock_state, dock_state_since) values ($1, 'locking', $2)
     on conflict (hardware_id) do update set dock_state = 'locking', dock_state_since = $2`,
    [hardware_id, since],
  )
  const journal = openJournal(since)
  await withJournal(w.db, journal, async (tx) =>
    noteAlarmPause(tx, journal, await placedHardwareOf(tx, hardware_id), true),
  )
  const raised = () => raiseStuckLocks(w.db, w.config, w.clock.now())
  w.clock.advance(7_199_000)
  expect(await raised()).toBe(0)
  w.clock.advance(1_000)
  expect(await raised()).toBe(1)
})
