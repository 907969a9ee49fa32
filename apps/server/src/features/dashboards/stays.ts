import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { chartRules } from '@wheelhouse/contract/dashboards/charts.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { inPeriods, isNow, placeCte, slotOf } from './scope.ts'
import type { FiguresScope } from './scope.ts'

/** Where fewer than one of so many locations are read, they are read one by one. */
const allOfFew = 4

/** `stay as (…)`: the stays that began in the period or in the comparison, each with its point. What is distinct does not add up. */
export function stayCtes(scope: FiguresScope, needs: Needs): RawBuilder<unknown> {
  // No zone is further from UTC than 14 hours.
  const [first, last] = [sql`${(scope.earlier ?? scope).from}::date`, sql`${scope.to}::date`]
  const within = sql`x.started_at >= (${first})::timestamp - interval '14 hours' and x.started_at < (${last})::timestamp + interval '38 hours'`
  const counts = sql`x.status <> 'booked' and x.how_ended is distinct from 'cancelled'`
  const columns = sql`(x.started_at at time zone p.time_zone)::date as day, p.id as place_id, x.id, x.user_id, x.access_key_id, x.status, x.rating`
  const day = sql`b.day`
  return sql`${placeCte(scope, needs)},
    few as materialized (select exists (select from locations offset (select count(*) from place) * ${sql.lit(allOfFew)}) as is_few),
    begun as (select ${columns} from place p cross join lateral (select * from parking_sessions x where x.location_id = p.id and ${within} offset 0) x
        where (select is_few from few) and ${counts}
      union all select ${columns} from place p join parking_sessions x on x.location_id = p.id
        where not (select is_few from few) and ${within} and ${counts}),
    stay as (select b.*, ${isNow(day, scope)} as is_now, ${slotOf(day, scope)} as slot from begun b where ${inPeriods(day, scope)})`
}

/** How many different people are behind a number: who came, whose stay has ended, who rated. */
export interface Crowd {
  came: number
  finished: number
  rated: number
}

/** The people behind the numbers of one period: of each point, of each place, and of the whole. */
export interface Crowds {
  points: (Crowd | undefined)[]
  places: ReadonlyMap<string, Crowd>
  whole: Crowd | undefined
}

/** A rider is one person, however often they came; where nobody knows the rider, a card is one, and a stay without a card. */
const someone = sql`coalesce(s.user_id, s.access_key_id, s.id)`

type Row = Crowd & { is_now: boolean; slot: number | null; place_id: string | null }

/** Who is behind the charts of stays, in the period and in the comparison. They all ask for the same rights. */
export async function crowdsOf(scope: FiguresScope): Promise<{ now: Crowds; earlier: Crowds }> {
  const { rows } = await sql<Row>`with ${stayCtes(scope, chartRules.sessions.needs)}
    select s.is_now, s.slot, s.place_id, count(distinct ${someone})::int as came,
      count(distinct ${someone}) filter (where s.status = 'ended')::int as finished,
      count(distinct ${someone}) filter (where s.rating is not null)::int as rated
    from stay s group by grouping sets ((s.is_now, s.slot), (s.is_now, s.place_id), (s.is_now))`.execute(scope.db)
  return { now: crowdsIn(rows, scope, true), earlier: crowdsIn(rows, scope, false) }
}

function crowdsIn(all: readonly Row[], { points }: FiguresScope, isCurrent: boolean): Crowds {
  const rows = all.filter(({ is_now }) => is_now === isCurrent)
  return {
    points: Array.from({ length: points }, (_, index) => rows.find(({ slot }) => slot === index)),
    places: new Map(rows.flatMap((row) => (row.place_id === null ? [] : [[row.place_id, row]]))),
    whole: rows.find(({ slot, place_id }) => slot === null && place_id === null),
  }
}
