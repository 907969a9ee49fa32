import { expect, test } from 'vitest'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { databaseGate } from '../../test/support/database-gate.ts'
import { openListening } from './listening.ts'
import { createLog } from './log.ts'

test('a connection on which nobody answers any more is replaced, and nothing more is missed', async () => {
  const database = await testDatabase()
  const gate = await databaseGate(database.url)
  const heard: string[] = []
  let restored = 0
  const listening = await openListening({
    databaseUrl: gate.url,
    name: 'listener of the test',
    channel: 'test',
    log: createLog('silent'),
    onPayload: (payload) => void heard.push(payload),
    onRestored: () => void restored++,
    check: { everyMs: 50, answersWithinMs: 5_000 },
  })
  const say = (word: string) => database.pool.query(`select pg_notify('test', $1)`, [word])
  await say('first')
  await expect.poll(() => heard).toEqual(['first'])

  gate.silence()
  await say('into the silence')
  await expect.poll(() => restored, { timeout: 60_000 }).toBe(1)
  await say('last')
  await expect.poll(() => heard).toEqual(['first', 'last'])
  await listening.close()
  gate.close()
  await database.drop()
})
