import type { Filled } from './fixtures.ts'

/**
 * The figures of the parking sessions, each level by one statement. The jobs count place by place and day by day, which for millions
 * of sessions that appear at once would take an hour; their marks are removed, so that nothing is left for them to count.
 */
export async function fillFigures({ pool }: Filled, say: (line: string) => void): Promise<void> {
  const client = await pool.connect()
  try {
    const { rows } = await client.query<{ is_made: boolean }>(
      'select exists (select from session_figures) and not exists (select from rollup_marks) as is_made',
    )
    if (rows[0]?.is_made === true) return
    say('Counting the figures ...')
    await client.query('truncate rollup_marks, session_figures')
    for (const statement of [daysOfPlaces, daysOfEverything, months]) await client.query(statement)
    await client.query('vacuum analyze session_figures, rollup_marks')
  } finally {
    client.release()
  }
}

const columns =
  'scope_id, kind, grain, period, currency, sessions, ended, forced, cancelled, seconds, fee_minor, distance_m, ratings, rating_sum'
const sums = ['sessions', 'ended', 'forced', 'cancelled', 'seconds', 'fee_minor', 'distance_m', 'ratings', 'rating_sum']
  .map((name) => `sum(${name})::bigint`)
  .join(', ')
const everything = `'00000000-0000-0000-0000-000000000000'::uuid`

const isSession = `s.status <> 'booked' and s.how_ended is distinct from 'cancelled'`
const hasEnded = `${isSession} and s.status = 'ended'`

const daysOfPlaces = `
  insert into session_figures (${columns})
  select l.id, 'parking', 'day', (s.started_at at time zone l.time_zone)::date, coalesce(s.currency::text, 'XXX'), count(*) filter (where ${isSession}),
    count(*) filter (where ${hasEnded}), count(*) filter (where s.how_ended = 'forced'), count(*) filter (where s.how_ended = 'cancelled'),
    coalesce(round(sum(extract(epoch from s.ended_at - s.started_at)) filter (where ${hasEnded})), 0), coalesce(sum(s.fee_minor) filter (where ${isSession}), 0),
    0, count(s.rating) filter (where ${isSession}), coalesce(sum(s.rating) filter (where ${isSession}), 0)
  from parking_sessions s join locations l on l.id = s.location_id where s.status <> 'booked' group by 1, 4, 5 order by 1, 4`

const daysOfEverything = `
  insert into session_figures (${columns})
  select ${everything}, kind, 'day', period, currency, ${sums} from session_figures group by kind, period, currency`

const months = `
  insert into session_figures (${columns})
  select scope_id, kind, 'month', date_trunc('month', period)::date, currency, ${sums} from session_figures where grain = 'day' group by 1, 2, 4, 5`
