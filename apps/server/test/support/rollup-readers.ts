import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { partOf, sumsOf } from '../../src/features/rollups/figures.ts'
import type { Grouped, Range } from '../../src/features/rollups/figures.ts'
import { sessionSums } from '../../src/features/rollups/levels.ts'
import type { SessionKind } from '../../src/features/rollups/session-days.ts'
import type { Db } from '../../src/platform/context.ts'

/** The rollups as they are stored, day by day, for tests: the product reads no more of them than each chart and report needs. */

const arraySum = (name: string, length: number): RawBuilder<unknown> =>
  sql`array[${sql.join(Array.from({ length }, (_, index) => sql`coalesce(sum(${sql.ref(`f.${name}`)}[${sql.lit(index + 1)}]), 0)::float8`))}] as ${sql.ref(name)}`

export interface SessionFigures extends Grouped {
  /** XXX: nothing was charged. Counts of all currencies add up, fees of different currencies do not. */
  currency: string
  sessions: number
  /** The mean duration is `seconds / ended`. */
  ended: number
  forced: number
  cancelled: number
  seconds: number
  fee_minor: number
  distance_m: number
  ratings: number
  rating_sum: number
}
/** Sessions that began in the range, by currency. */
export async function sessionFigures(db: Db, kind: SessionKind, range: Range): Promise<SessionFigures[]> {
  const { where, key } = partOf(range)
  const { rows } = await sql<SessionFigures>`select ${key} as key, f.currency, ${sumsOf(sessionSums)}
    from session_figures f where f.kind = ${sql.lit(kind)} and ${where} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export interface RevenueFigures extends Grouped {
  currency: string
  payments: number
  captured_minor: number
  refunds: number
  /** Revenue is `captured_minor - refunded_minor`. */
  refunded_minor: number
}

/** Money that moved in the range, by currency. */
export async function revenueFigures(db: Db, range: Range): Promise<RevenueFigures[]> {
  const { where, key } = partOf(range)
  const { rows } =
    await sql<RevenueFigures>`select ${key} as key, f.currency, ${sumsOf(['payments', 'captured_minor', 'refunds', 'refunded_minor'])}
    from revenue_figures f where ${where} group by 1, 2 order by 1, 2`.execute(db)
  return rows
}

export interface UsageFigures extends Grouped {
  occupied_s: number
  /** By the hour on the clock of the place, 24 numbers each. */
  starts_by_hour: number[]
  occupied_s_by_hour: number[]
}

/** How full the docks of locations were. */
export async function usageFigures(db: Db, range: Range): Promise<UsageFigures[]> {
  const { where, key } = partOf(range)
  const { rows } =
    await sql<UsageFigures>`select ${key} as key, ${sumsOf(['occupied_s'])}, ${arraySum('starts_by_hour', 24)}, ${arraySum('occupied_s_by_hour', 24)}
    from usage_figures f where ${where} group by 1 order by 1`.execute(db)
  return rows
}

export interface CommandFigures extends Grouped {
  commands: number
  succeeded: number
  failed: number
  unhandled: number
  timed_out: number
  /** For `latencyPercentile` of latencies.ts. */
  latencies: number[]
}

/** Commands to devices of locations; those in progress are counted in `commands` only. */
export async function commandFigures(db: Db, range: Range): Promise<CommandFigures[]> {
  const { where, key } = partOf(range)
  const { rows } =
    await sql<CommandFigures>`select ${key} as key, ${sumsOf(['commands', 'succeeded', 'failed', 'unhandled', 'timed_out'])}, ${arraySum('latencies', 21)}
    from command_figures f where ${where} group by 1 order by 1`.execute(db)
  return rows
}
