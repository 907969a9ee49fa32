import { rmSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestDatabase } from '../test-database.ts'
import { testDemonstration } from './test-demonstration.ts'

let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  ;({ database, dataDir } = await testDemonstration())
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const one = async <Row extends object>(text: string): Promise<Row> =>
  (await database.pool.query<Row>(text)).rows[0] as Row

test('all hardware with any contact has a month in hours and days, and its last day in five minutes', async () => {
  const row = await one<{ heard: number; hours: number; fine: number; days: number }>(`select
    (select count(*) from hardware_state where last_heartbeat_at > '2026-11-21T10:12:00Z') as heard, (select count(distinct hardware_id) from hardware_hours where bucket_from >= '2026-11-21T09:00:00Z') as hours,
    (select count(distinct hardware_id) from hardware_five_minutes where bucket_from >= '2026-11-21T09:00:00Z') as fine, (select count(distinct hardware_id) from hardware_days) as days`)
  expect(row.hours).toBeGreaterThanOrEqual(row.heard)
  expect(row.fine).toBeGreaterThanOrEqual(row.heard)
  expect(row.days).toBeGreaterThanOrEqual(row.heard)
})

test('contact never exceeds the width of a bucket, nor the time of the last heartbeat', async () => {
  const wrong = await one<{
    hours: number
    fine: number
    late: number
    rest: number
  }>(`select (select count(*) from hardware_hours where online_s not between 1 and 3600) as hours,
    (select count(*) from hardware_five_minutes where online_s not between 1 and 300) as fine,
    (select count(*) from hardware_hours h join hardware_state s using (hardware_id) where h.bucket_from > s.last_heartbeat_at) as late,
    (select count(*) from hardware_hours_rest) as rest`)
  expect(wrong).toEqual({ hours: 0, fine: 0, late: 0, rest: 0 })
})

test('there are gaps, and the outages that they caused', async () => {
  const { gaps, over } = await one<{ gaps: number; over: number }>(
    `select (select count(*) from hardware_hours where online_s < 1800) as gaps, (select count(*) from outages where clearing = 'recovered') as over`,
  )
  expect(gaps).toBeGreaterThan(10)
  expect(over).toBeGreaterThan(3)
})
