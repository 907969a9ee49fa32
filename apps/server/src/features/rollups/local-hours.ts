import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'

type Value = RawBuilder<unknown>

/** When the day is over at a place of the zone. */
export const dayEnds = (day: Value, zone: Value): Value => sql`((${day} + 1)::timestamp at time zone ${zone})`

/** Seconds of the day on the clock of the zone: 23 or 25 hours where the clock is changed. */
export const secondsOfDay = (day: Value, zone: Value): Value =>
  sql`extract(epoch from ${dayEnds(day, zone)} - (${day}::timestamp at time zone ${zone}))::int`

/**
 * `(select hour, begins, ends …)`: the 24 hours of a day on the clock of the zone. An hour begins when the clock first shows it: one
 * that spring leaves out is empty, one that autumn repeats takes two hours. `ends` is the end of the day.
 */
export function hoursOfDay({ day, zone, ends }: { day: Value; zone: Value; ends: Value }): Value {
  const shown = sql`(${day} + make_interval(hours => hour))`
  // Where autumn repeats an hour, PostgreSQL takes its second time.
  const begins = sql`second - case when (second - interval '1 hour') at time zone ${zone} = ${shown} then interval '1 hour' else interval '0' end`
  return sql`(select hour, begins, lead(begins, 1, ${ends}) over (order by hour) as ends
    from (select hour, ${begins} as begins from generate_series(0, 23) hour
      cross join lateral (select ${shown} at time zone ${zone} as second) s) b)`
}
