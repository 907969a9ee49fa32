import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  dropHistoryParts,
  ensureHistoryParts,
  historyParts,
  missingParts,
  neededParts,
} from '@wheelhouse/db/history-partitions.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import { monthsBetween, monthsNeededUntil } from '@wheelhouse/db/event-partitions.ts'
import { dayMs, makeSpeakingSite, minuteMs } from '../../../test/gateway/speaking-site.ts'
import type { SpeakingSite } from '../../../test/gateway/speaking-site.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { noteGatewayLife } from './gateway-lives.ts'
import { keepParts } from './jobs.ts'

let w: TestApp
let life: SpeakingSite['life']
let pass: SpeakingSite['pass']
let onTheHour: SpeakingSite['onTheHour']

beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
beforeEach(async () => {
  await w.pool.query('truncate gateway_lives')
  ;({ life, pass, onTheHour } = await makeSpeakingSite(w))
})

test('parts are made ahead, what lay in the rest is moved into them, and old ones are dropped by what is kept', async () => {
  const now = w.clock.now()
  await onTheHour()
  await pass(6 * minuteMs)
  const count = async (table: string) =>
    (await w.pool.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]?.n
  const before = await count('hardware_five_minutes')
  expect(await count('hardware_five_minutes_rest')).toBe(before)
  await keepParts(w)
  expect(await missingParts(w.pool, neededParts(now))).toEqual([])
  expect(await count('hardware_five_minutes_rest')).toBe(0)
  expect(await count('hardware_five_minutes')).toBe(before)

  const old = historyParts('hardware_five_minutes', new Date(now.getTime() - 9 * dayMs), now)
  await ensureHistoryParts(w.servicesPool, old)
  expect(await ensureHistoryParts(w.servicesPool, old)).toEqual([])
  await keepParts(w)
  // Seven whole days and today.
  expect((await missingParts(w.pool, old)).map(({ name }) => name)).toEqual(old.slice(0, 2).map(({ name }) => name))
  expect(await dropHistoryParts(w.pool, 'hardware_hours', now)).toEqual([])
})

test('months of events are made ahead each hour', async () => {
  const month = certain(monthsBetween(w.clock.now(), monthsNeededUntil(w.clock.now())).at(-1)).name
  await w.pool.query(`drop table if exists ${month}`)
  await keepParts(w)
  expect((await w.pool.query('select to_regclass($1) is not null as is_there', [month])).rows).toEqual([
    { is_there: true },
  ])
})

test('parts behind a long reader are dropped by a later run, and heartbeats are written until then', async () => {
  const now = w.clock.now()
  const old = historyParts(
    'hardware_hours',
    new Date(now.getTime() - 3_000 * dayMs),
    new Date(now.getTime() - 2_900 * dayMs),
  )
  await ensureHistoryParts(w.servicesPool, old)
  const client = await w.pool.connect()
  await client.query('begin')
  await client.query('select count(*) from hardware_hours')
  const keeping = keepParts(w)
  await pass(6 * minuteMs)
  await keeping
  expect(await missingParts(w.pool, old)).toEqual([])
  await client.query('commit')
  client.release()
  await keepParts(w)
  expect(await missingParts(w.pool, old)).toEqual(old)
})

test('a gateway that paused for long begins another life; one that was restarted at once was not away', async () => {
  const start = w.clock.now()
  await life.live(start)
  w.clock.advance(30_000)
  await noteGatewayLife(w.db, w.clock.now(), w.clock.now())
  w.clock.advance(10 * minuteMs)
  await life.live(w.clock.now())
  const { rows } = await w.pool.query('select started_at, alive_at from gateway_lives order by 1')
  expect(rows).toHaveLength(3)
  expect(rows[0]).toMatchObject({ started_at: start.toISOString(), alive_at: start.toISOString() })
})
