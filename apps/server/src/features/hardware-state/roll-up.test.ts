import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { writeBeats } from './heartbeats.ts'
import type { Beat } from './heartbeats.ts'
import { makeSite } from '../../../test/gateway/gateway-fixtures.ts'
import type { Site } from '../../../test/gateway/gateway-fixtures.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
beforeAll(async () => {
  w = await testApp()
})
afterAll(() => w.end())

const start = Date.parse('2026-06-15T09:58:30.250Z')
const fiveMinutes = 300_000

interface Said {
  seq: number
  at: number
  rssi_dbm: number
  wifi_rssi_dbm: number | null
  supply_mv: number
  temperature_c: number | null
}

const beatOf = (site: Site, { seq, at, ...readings }: Said): Beat => ({
  controller_id: site.controller_id,
  hardware_id: site.hardware_id,
  seq,
  received_at: new Date(at).toISOString(),
  clock_off_s: null,
  uptime_s: 1,
  firmware_name: 'dock',
  firmware_version: '3.2.1',
  pcb_version: 'C',
  protocol_version: '1',
  config_hash: '0123456789abcdef',
  wifi_ssid: null,
  ...readings,
})

async function say(site: Site, said: readonly Said[]): Promise<void> {
  for (const one of said)
    await w.db.transaction().execute((tx) => writeBeats(tx, [beatOf(site, one)], w.config.heartbeat))
}

interface Bucket {
  bucket_from: string
  beats: number
  online_s: number
  rssi_min_dbm: number | null
  wifi_rssi_min_dbm: number | null
  supply_min_mv: number | null
  temperature_min_c: number | null
  temperature_max_c: number | null
  rssi_max_dbm: number | null
  rssi_sum_dbm: number | null
  wifi_rssi_max_dbm: number | null
  wifi_rssi_sum_dbm: number | null
  wifi_rssi_count: number | null
  supply_max_mv: number | null
  supply_sum_mv: number | null
  temperature_sum_c: number | null
  temperature_count: number | null
}
const readings = [
  ...(['rssi_min_dbm', 'rssi_max_dbm', 'rssi_sum_dbm'] as const),
  ...(['wifi_rssi_min_dbm', 'wifi_rssi_max_dbm', 'wifi_rssi_sum_dbm', 'wifi_rssi_count'] as const),
  ...(['supply_min_mv', 'supply_max_mv', 'supply_sum_mv'] as const),
  ...(['temperature_min_c', 'temperature_max_c', 'temperature_sum_c', 'temperature_count'] as const),
]
type Width = 'hardware_five_minutes' | 'hardware_hours' | 'hardware_days'
const widths: Record<Width, number> = {
  hardware_five_minutes: fiveMinutes,
  hardware_hours: 3_600_000,
  hardware_days: 86_400_000,
}

/** What is written down, and the five minutes that run. */
async function bucketsOf({ hardware_id }: Site, table: Width): Promise<Bucket[]> {
  const running = ['from', 'beats', 'online_s', ...readings].map(
    (name) => `bucket_${name} as ${name === 'from' ? 'bucket_from' : name}`,
  )
  const { rows } = await w.pool.query<Bucket>(
    `select bucket_from, beats, online_s, ${readings.join(', ')} from ${table} where hardware_id = $1
     union all select ${running.join(', ')} from hardware_state where hardware_id = $1 and bucket_from is not null order by 1`,
    [hardware_id],
  )
  return rows
}

interface Folded {
  beats: number
  online_s: number
  lowest: number | null
  highest: number | null
  rssi_sum: number
  supply_sum: number
  temperature_sum: number
  temperatures: number
}
const unheard: Folded = {
  beats: 0,
  online_s: 0,
  lowest: null,
  highest: null,
  rssi_sum: 0,
  supply_sum: 0,
  temperature_sum: 0,
  temperatures: 0,
}
const pick = (best: (a: number, b: number) => number, a: number | null, b: number | null): number | null =>
  a === null || b === null ? (a ?? b) : best(a, b)

/** A second, plain way to the same: beat by beat, bucket by bucket. */
function fold(said: readonly Said[], width: number, mostMs = 600_000): Map<number, Folded> {
  const buckets = new Map<number, Folded>()
  const bucket = (at: number) => {
    const from = Math.floor(at / width) * width
    const found = buckets.get(from) ?? { ...unheard }
    buckets.set(from, found)
    return found
  }
  let last: Said | undefined
  for (const one of said) {
    if (last && one.seq <= last.seq) continue
    const its = bucket(one.at)
    its.beats++
    its.lowest = Math.min(its.lowest ?? one.rssi_dbm, one.rssi_dbm)
    its.highest = Math.max(its.highest ?? one.rssi_dbm, one.rssi_dbm)
    its.rssi_sum += one.rssi_dbm
    its.supply_sum += one.supply_mv
    its.temperature_sum += one.temperature_c ?? 0
    its.temperatures += one.temperature_c === null ? 0 : 1
    // Second by second: whole seconds whose end lies between the two.
    if (last && one.at - last.at <= mostMs)
      for (let second = Math.floor(last.at / 1000); second < Math.floor(one.at / 1000); second++)
        bucket(second * 1000).online_s++
    last = one
  }
  return buckets
}

const reading = {
  rssi_dbm: fc.integer({ min: -110, max: -30 }),
  wifi_rssi_dbm: fc.option(fc.integer({ min: -90, max: -30 })),
  supply_mv: fc.integer({ min: 3_000, max: 13_000 }),
  temperature_c: fc.option(fc.integer({ min: -30, max: 60 })),
}
const pauseMs = fc.oneof(
  fc.integer({ min: 1, max: 120_000 }),
  fc.constantFrom(fiveMinutes, 599_999, 600_000, 600_001),
  fc.integer({ min: 1, max: 4 * 3_600_000 }),
)
// Now and then one comes twice, late, or after another that was said later.
const seqStep = fc.constantFrom(1, 1, 1, 1, 3, 0, -1, -2)
const story = fc.array(fc.record({ pauseMs, seqStep, ...reading }), { minLength: 1, maxLength: 25 })

test('property: whatever comes late, twice or out of order, five minutes, hours and days each hold the fold of the beats', async () => {
  await fc.assert(
    fc.asyncProperty(story, async (told) => {
      const site = await makeSite(w)
      let [at, seq] = [start, 1_000]
      const said = told.map(({ pauseMs: pause, seqStep: step, ...readings }): Said => {
        ;[at, seq] = [at + pause, seq + step]
        return { at, seq, ...readings }
      })
      await say(site, said)
      // The hour before the first one has nothing: seconds of contact begin with a beat.
      for (const [table, width] of Object.entries(widths) as [Width, number][]) {
        const written = await bucketsOf(site, table)
        const found = new Map<number, Folded>()
        for (const bucket of written) {
          const from = Math.floor(Date.parse(bucket.bucket_from) / width) * width
          const known = found.get(from) ?? unheard
          found.set(from, {
            beats: known.beats + bucket.beats,
            online_s: known.online_s + bucket.online_s,
            lowest: pick(Math.min, known.lowest, bucket.rssi_min_dbm),
            highest: pick(Math.max, known.highest, bucket.rssi_max_dbm),
            rssi_sum: known.rssi_sum + Number(bucket.rssi_sum_dbm),
            supply_sum: known.supply_sum + Number(bucket.supply_sum_mv),
            temperature_sum: known.temperature_sum + Number(bucket.temperature_sum_c),
            temperatures: known.temperatures + Number(bucket.temperature_count),
          })
        }
        expect(Object.fromEntries(found)).toEqual(Object.fromEntries(fold(said, width)))
      }
    }),
    { numRuns: 40 },
  )
})

test('readings of a bucket are its lowest, its highest and their sum; a reading that is missing counts nowhere', async () => {
  const site = await makeSite(w)
  const at = (minute: number) => start + minute * 60_000
  await say(site, [
    { seq: 1, at: at(2), rssi_dbm: -60, wifi_rssi_dbm: -50, supply_mv: 12_000, temperature_c: 4 },
    { seq: 2, at: at(3), rssi_dbm: -75, wifi_rssi_dbm: null, supply_mv: 11_800, temperature_c: null },
    { seq: 3, at: at(4), rssi_dbm: -66, wifi_rssi_dbm: -58, supply_mv: 11_900, temperature_c: -2 },
    { seq: 4, at: at(8), rssi_dbm: -40, wifi_rssi_dbm: null, supply_mv: 12_500, temperature_c: 30 },
  ])
  const [first] = await bucketsOf(site, 'hardware_five_minutes')
  expect(first).toMatchObject({
    beats: 3,
    rssi_min_dbm: -75,
    rssi_max_dbm: -60,
    rssi_sum_dbm: -201,
    wifi_rssi_min_dbm: -58,
    wifi_rssi_max_dbm: -50,
    wifi_rssi_sum_dbm: -108,
    wifi_rssi_count: 2,
    supply_min_mv: 11_800,
    supply_max_mv: 12_000,
    supply_sum_mv: 35_700,
    temperature_min_c: -2,
    temperature_max_c: 4,
    temperature_sum_c: 2,
    temperature_count: 2,
  })
})

test('five minutes that began before sums were kept write none, and neither do their hour and day', async () => {
  const site = await makeSite(w)
  const rest = { rssi_dbm: -60, wifi_rssi_dbm: null, supply_mv: 12_000, temperature_c: 4 }
  await say(site, [{ seq: 1, at: start, ...rest }])
  await w.pool.query(
    `update hardware_state set bucket_rssi_max_dbm = null, bucket_rssi_sum_dbm = null, bucket_supply_sum_mv = null where hardware_id = $1`,
    [site.hardware_id],
  )
  await say(
    site,
    [1, 2, 3].map((bucket) => ({ seq: 1 + bucket, at: start + bucket * fiveMinutes, ...rest })),
  )
  const sums = (await bucketsOf(site, 'hardware_five_minutes')).map((bucket) => bucket.rssi_sum_dbm)
  expect(sums).toEqual([null, -60, -60, -60])
  const [hour] = await bucketsOf(site, 'hardware_hours')
  expect(hour).toMatchObject({ rssi_min_dbm: -60, rssi_sum_dbm: null, supply_sum_mv: null, temperature_sum_c: 4 })
  const [day] = await bucketsOf(site, 'hardware_days')
  expect(day).toMatchObject({ rssi_min_dbm: -60, rssi_sum_dbm: null, temperature_sum_c: 12 })
})

test('values: hardware that sleeps 15 minutes is in contact all the while, between its beats too', async () => {
  const site = await makeSite(w)
  await w.db.updateTable('locations').set({ power_save: 'local_wakeup' }).where('id', '=', site.location_id).execute()
  const rest = { rssi_dbm: -60, wifi_rssi_dbm: null, supply_mv: 12_000, temperature_c: null }
  const first = Date.parse('2026-06-15T10:00:00.000Z')
  await say(
    site,
    [1, 2, 3, 4, 5].map((seq) => ({ seq, at: first + seq * 900_000, ...rest })),
  )
  const buckets = await bucketsOf(site, 'hardware_five_minutes')
  expect(buckets.map(({ beats }) => beats)).toEqual([1, 0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1])
  expect(buckets.slice(0, -1).every(({ online_s }) => online_s === 300)).toBe(true)
  expect((await bucketsOf(site, 'hardware_hours')).reduce((sum, { online_s }) => sum + online_s, 0)).toBe(3_600)
})

test('a beat of a later five minutes finds its part missing: it is written all the same, and moved when the part is made', async () => {
  const site = await makeSite(w)
  const rest = { rssi_dbm: -60, wifi_rssi_dbm: null, supply_mv: 12_000, temperature_c: null }
  await say(site, [
    { seq: 1, at: start, ...rest },
    { seq: 2, at: start + fiveMinutes, ...rest },
  ])
  expect(await bucketsOf(site, 'hardware_five_minutes')).toHaveLength(2)
})
