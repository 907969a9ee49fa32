import { sql } from 'kysely'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { deviceHealth, healthJoins } from '../features/hardware-state/health.ts'
import type { Db } from '../platform/context.ts'
import { announce } from '../platform/bus.ts'
import type { Config } from '../platform/config.ts'
import type { Log } from '../platform/log.ts'

export interface Repeating {
  stop(): Promise<void>
}

/** Runs repeatedly, never twice at once; a failure is logged and the next round tries again. */
export function repeat(everyMs: number, what: string, log: Log, work: () => Promise<unknown>): Repeating {
  let running: Promise<void> | undefined
  const round = async (): Promise<void> => {
    try {
      await work()
    } catch (error) {
      log.warn({ err: error, what }, 'upkeep failed, trying again')
    }
    running = undefined
  }
  const timer = setInterval(() => void (running ??= round()), everyMs)
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

const devicesNamedAtMost = 2_000

/**
 * Health changes by time alone: announces devices whose health differs from what it was `since`. Only a contact that
 * crossed a threshold in between can have changed it, so the states are read once, compared with a few short ranges,
 * and only the matches are examined. Of very many devices some are left out, but none of the locations and never all
 * devices of one, so that open lists and pages of locations are read again.
 */
export async function announceFadedHealth(
  db: Db,
  config: Config,
  { since, now }: { since: Date; now: Date },
  atMost = devicesNamedAtMost,
): Promise<number> {
  const at = (time: Date) => deviceHealth({ clock: { now: () => time }, config })
  const { rows } = await sql<{ id: string; location_id: string }>`
    with touched as materialized (select hardware_id from hardware_state where last_heartbeat_at <@ (${crossedRanges(config, since, now)})),
    concerned as (select hardware_id from touched union select c.hardware_id from touched t join hardware c on c.controller_id = t.hardware_id),
    faded as materialized (select d.id, d.location_id, row_number() over (partition by d.location_id order by d.id) as nth
      from concerned n join devices d on d.hardware_id = n.hardware_id join locations l on l.id = d.location_id ${healthJoins}
      where ${at(since)} <> ${at(now)})
    select id, location_id from faded order by nth, id
    limit greatest(${atMost}::int, (select count(*) from faded where nth = 1))`.execute(db)
  const places = [...new Set(rows.map((row) => row.location_id))]
  const devices = rows.map(({ id, location_id }): Change => ({ type: 'device', id, location_id }))
  await announce(db, {
    kind: 'changes',
    changes: [...devices, ...places.map((id): Change => ({ type: 'location', id, location_id: id }))],
  })
  return rows.length
}

/** Ranges of contact times that crossed a threshold between then and now, for each heartbeat interval. */
function crossedRanges({ heartbeat }: Config, then: Date, now: Date) {
  const { late_factor, offline_factor, offline_floor_s, long_offline_s } = heartbeat
  const before = (time: Date) => sql`${time.toISOString()}::timestamptz - make_interval(secs => b.age_s)`
  return sql`select range_agg(tstzrange(${before(then)}, ${before(now)}, '[]'))
    from (select distinct heartbeat_interval_s(l.power_save) as every_s from (values ('none'), ('remote_wakeup'), ('local_wakeup')) l(power_save)) i,
    unnest(array[${late_factor}::float8 * every_s, greatest(${offline_factor}::float8 * every_s, ${offline_floor_s}::float8), ${long_offline_s}::float8]) b(age_s)`
}
