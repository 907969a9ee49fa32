import { expect } from 'vitest'
import type { Pool } from '@wheelhouse/db/database.ts'
import { everything } from '../../src/features/rollups/claims.ts'
import { sessionSums } from '../../src/features/rollups/levels.ts'
import type { figuresOracle, Sums } from './figures-oracle.ts'

/** What a table keeps of one day: figures that add up over days and places, arrays of such figures, and others. */
interface Shape {
  table: string
  where?: string
  /** Beside place and period. */
  key?: string
  sums: readonly string[]
  /** Arrays by the name of their items. */
  arrays?: Readonly<Record<string, string>>
  /** Kept of a day at a place only. */
  ofDays?: readonly string[]
}
const sessions = (kind: string): Shape => ({
  table: 'session_figures',
  where: `kind = '${kind}'`,
  key: 'currency',
  sums: sessionSums,
})
const shapes = {
  stays: sessions('parking'),
  rides: sessions('rental'),
  usage: {
    table: 'usage_figures',
    sums: ['occupied_s'],
    arrays: { starts_by_hour: 'starts', occupied_s_by_hour: 'occupied' },
    ofDays: ['median_s'],
  },
  money: {
    table: 'revenue_figures',
    key: 'currency',
    sums: 'payments captured_minor refunds refunded_minor'.split(' '),
  },
  uptime: {
    table: 'uptime_figures',
    sums: 'online_s partly_s offline_s maintenance_s incidents recovered repair_s'.split(' '),
  },
  commands: {
    table: 'command_figures',
    sums: 'commands succeeded failed unhandled timed_out'.split(' '),
    arrays: { latencies: 'latency' },
  },
} satisfies Record<string, Shape>

const ofDays = `grain = 'day' and scope_id <> '${everything}'`

interface Stored {
  scope: string
  grain: string
  period: string
  key: string
  values: Record<string, number>
}
async function storedRows(pool: Pool, shape: Shape, where: string): Promise<Stored[]> {
  const { rows } = await pool.query<Record<string, unknown>>(
    `select *, ${shape.key ?? `''`} as key from ${shape.table} where ${shape.where ?? 'true'} and ${where}`,
  )
  return rows.map((row) => {
    const plain = [...shape.sums, ...(shape.ofDays ?? [])].map((name) => [name, Number(row[name] ?? 0)] as const)
    const items = Object.entries(shape.arrays ?? {}).flatMap(([column, item]) => {
      const own = row[column]
      return Array.isArray(own) ? own.map((value, index) => [`${item} ${index}`, Number(value)] as const) : []
    })
    const text = (name: string) => String(row[name])
    const place = { scope: text('scope_id'), grain: text('grain'), period: text('period'), key: text('key') }
    return { ...place, values: Object.fromEntries([...plain, ...items]) }
  })
}

const withoutZeros = (sums: Sums): Sums =>
  new Map(
    [...sums].flatMap(([key, values]) => {
      const own = Object.entries(values).filter(([, value]) => value !== 0)
      return own.length === 0 ? [] : [[key, Object.fromEntries(own)] as const]
    }),
  )
const keyOf = (parts: readonly string[]): string => parts.filter((part) => part !== '').join(' ')

/** Days and people of places, and the downtimes of devices, equal what the oracle says of the rows. */
export async function expectFiguresToEqual(
  pool: Pool,
  wanted: Awaited<ReturnType<typeof figuresOracle>>,
): Promise<void> {
  const { stays, rides, usage, money, commands, uptime } = wanted
  const sums = { stays: stays.sums, rides: rides.sums, usage, money, commands, uptime: uptime.sums }
  for (const [name, shape] of Object.entries<Shape>(shapes)) {
    const rows = await storedRows(pool, shape, ofDays)
    const found = new Map(rows.map(({ scope, period, key, values }) => [keyOf([scope, period, key]), values]))
    const own = Object.entries(sums).find(([family]) => family === name)?.[1] ?? new Map()
    expect([name, withoutZeros(found)]).toEqual([name, withoutZeros(own)])
  }
  for (const [kind, { riders }] of [
    ['parking', stays],
    ['rental', rides],
  ] as const) {
    const { rows } = await pool.query<{ key: string; people: number }>(
      `select concat_ws(' ', scope_id, period, case grain when 'month' then 'month' end) as key, people from people_figures where kind = $1`,
      [kind],
    )
    expect([kind, new Map(rows.map(({ key, people }) => [key, Number(people)]))]).toEqual([kind, riders])
  }
  const { rows } = await pool.query<{ key: string; offline_s: number }>(
    `select concat_ws(' ', location_id, day, device_id) as key, offline_s from device_downtimes`,
  )
  const downtimes = new Map(rows.map(({ key, offline_s }) => [key, { offline_s: Number(offline_s) }]))
  expect(downtimes).toEqual(uptime.downtimes)
}

/** Months are sums of the days of a place, and the level above is the sum of all places. */
export async function expectLevelsToAddUp(pool: Pool): Promise<void> {
  for (const [name, shape] of Object.entries<Shape>(shapes)) {
    const wanted: Sums = new Map()
    for (const { scope, period, key, values } of await storedRows(pool, { ...shape, ofDays: [] }, ofDays)) {
      const month = `${period.slice(0, 7)}-01`
      for (const level of [
        [everything, 'day', period],
        [everything, 'month', month],
        [scope, 'month', month],
      ]) {
        const own = wanted.get(keyOf([...level, key])) ?? {}
        for (const [figure, value] of Object.entries(values)) own[figure] = (own[figure] ?? 0) + value
        wanted.set(keyOf([...level, key]), own)
      }
    }
    const above = await storedRows(pool, shape, `not (${ofDays})`)
    const found = new Map(
      above.map(({ scope, grain, period, key, values }) => [keyOf([scope, grain, period, key]), values]),
    )
    expect([name, withoutZeros(found)]).toEqual([name, withoutZeros(wanted)])
  }
}
