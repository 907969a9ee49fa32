import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { commandFigures } from '../../../test/support/rollup-readers.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { markOngoing } from './claims.ts'
import { uptimeFigures, worstDevices } from './figures.ts'
import { latencyPercentile } from './latencies.ts'
import { refreshRollups } from './refresh.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())
const refresh = () => refreshRollups(w.db, () => w.clock.now())
const only = (id: string) => (column: ReturnType<typeof sql>) => sql`${column} = ${id}::uuid`

describe('uptime', () => {
  test('online, partly online, offline and maintenance are apart, and outages in maintenance are no incidents', async () => {
    const launched_at = '2026-06-10T00:00:00.000Z'
    const location_id = await w.make.location(null, {
      time_zone: 'UTC',
      launched_at,
      created_at: launched_at,
      updated_at: launched_at,
    })
    const device_id = await w.make.device(location_id, { created_at: launched_at })
    const at = (time: string) => `2026-06-11T${time}:00.000Z`
    const outage = (began_at: string, ended_at: string, of: { device_id: string; hardware_id: string } | null) =>
      w.db
        .insertInto('outages')
        .values({
          id: uuidv7(),
          location_id,
          device_id: of?.device_id ?? null,
          hardware_id: of?.hardware_id ?? null,
          began_at,
          raised_at: began_at,
          confirmed_at: null,
          repeated_at: null,
          well_since: null,
          ended_at,
          cleared_at: ended_at,
          clearing: 'recovered',
          folded_into: null,
        })
        .execute()
    await outage(at('01:00'), at('03:00'), { device_id, hardware_id: 'A' })
    // The whole location goes silent while one device already was: that hour is offline, not partly online.
    await outage(at('02:00'), at('04:00'), null)
    await w.db
      .updateTable('locations')
      .set({ status: 'maintenance', updated_at: at('10:00') })
      .where('id', '=', location_id)
      .execute()
    await outage(at('10:30'), at('11:30'), null)
    await w.db
      .updateTable('locations')
      .set({ status: 'launched', updated_at: at('12:00') })
      .where('id', '=', location_id)
      .execute()
    await refresh()
    const places = only(location_id)
    const day = { places, from: '2026-06-11', to: '2026-06-11' }
    expect(await uptimeFigures(w.db, { ...day, by: 'day' })).toEqual([
      {
        key: '2026-06-11',
        online_s: 19 * 3600,
        partly_s: 3600,
        offline_s: 2 * 3600,
        maintenance_s: 2 * 3600,
        incidents: 2,
        recovered: 2,
        repair_s: 4 * 3600,
      },
    ])
    expect(await worstDevices(w.db, day, 3)).toEqual([{ location_id, device_id, offline_s: 2 * 3600 }])
    const days = await uptimeFigures(w.db, { places, from: '2026-06-01', to: '2026-06-30', by: 'day' })
    expect(days.map(({ key }) => key)).toEqual([
      '2026-06-10',
      '2026-06-11',
      '2026-06-12',
      '2026-06-13',
      '2026-06-14',
      '2026-06-15',
    ])
    expect(days.at(-1)?.online_s).toBe(10 * 3600)
    w.clock.advance(3_600_000)
    await markOngoing(w.db, w.clock.now())
    await refresh()
    const [today] = await uptimeFigures(w.db, { places, from: '2026-06-15', to: '2026-06-15', by: 'day' })
    expect(today?.online_s).toBe(11 * 3600)
  })
})

test('commands are counted by result, and their latencies in buckets', async () => {
  const location_id = await w.make.location(null)
  const created_at = '2026-06-12T08:00:00.000Z'
  const ends = [
    ['success', 80],
    ['success', 450],
    ['success', 9_000],
    ['failed', 100],
    ['hardware_timeout', 30_000],
  ] as const
  for (const [status, ms] of ends)
    await w.db
      .insertInto('commands')
      .values({
        id: uuidv7(),
        hardware_id: 'B',
        device_id: null,
        location_id,
        name: 'identify',
        reason: null,
        comment: null,
        actor_kind: 'person',
        requested_by: null,
        status,
        step: 'received',
        failure: null,
        created_at,
        sent_at: created_at,
        received_at: created_at,
        deadline_at: created_at,
        ended_at: new Date(Date.parse(created_at) + ms).toISOString(),
        result: null,
      })
      .execute()
  await refresh()
  const [figures] = await commandFigures(w.db, {
    places: only(location_id),
    from: '2026-06-12',
    to: '2026-06-12',
    by: 'day',
  })
  expect(figures).toMatchObject({ commands: 5, succeeded: 3, failed: 1, timed_out: 1, unhandled: 0 })
  expect(latencyPercentile(figures?.latencies ?? [], 0.3)).toBeLessThanOrEqual(100)
  expect(latencyPercentile(figures?.latencies ?? [], 0.95)).toBeGreaterThan(7_500)
  expect(latencyPercentile(figures?.latencies ?? [], 0.95)).toBeLessThanOrEqual(10_000)
})
