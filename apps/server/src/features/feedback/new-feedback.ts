import { sql } from 'kysely'
import { uuidv7At } from '@wheelhouse/db/ids.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { FeedbackType } from '@wheelhouse/contract/feedback/feedback.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Tx } from '../../platform/context.ts'
import { rateParkingSession } from '../parking-sessions/ratings.ts'
import { rateRide } from '../rental-sessions/ratings.ts'

export interface SessionOfRider {
  id: string
  isRide: boolean
  location_id: string | null
}

const lastWithin = '1 day'

/** Only a session of this very rider counts. `last`: the newest one of the last day. */
export async function sessionOf(tx: Tx, userId: string, wanted: string, at: Date): Promise<SessionOfRider> {
  const which =
    wanted === 'last'
      ? sql`s.started_at >= ${at.toISOString()}::timestamptz - ${lastWithin}::interval`
      : sql`s.id = ${wanted}::uuid`
  const { rows } = await sql<SessionOfRider>`select id, "isRide", location_id from (
      (select s.id, false as "isRide", s.location_id, s.started_at from parking_sessions s
        where s.user_id = ${userId}::uuid and ${which} order by s.started_at desc limit 1)
      union all (select s.id, true, coalesce(s.end_location_id, s.start_location_id), s.started_at from rental_sessions s
        where s.user_id = ${userId}::uuid and ${which} order by s.started_at desc limit 1)) s
    order by started_at desc limit 1`.execute(tx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

export const rateSession = (tx: Tx, journal: Journal, { id, isRide }: SessionOfRider, rating: number): Promise<void> =>
  isRide ? rateRide(tx, journal, id, rating) : rateParkingSession(tx, journal, id, rating)

interface NewFeedback {
  user_id: string
  session: SessionOfRider | null
  type: FeedbackType
  subject: string
  text: string
  rating: number | null
  app_id: string
  recorded_by?: string
}

/** Nothing where this was stored before. */
export function addFeedback(tx: Tx, journal: Journal, { session, ...written }: NewFeedback) {
  const at = journal.at.toISOString()
  return tx
    .insertInto('feedback')
    .values({
      ...written,
      id: uuidv7At(journal.at.getTime()),
      parking_session_id: session && !session.isRide ? session.id : null,
      rental_session_id: session?.isRide ? session.id : null,
      location_id: session?.location_id ?? null,
      created_at: at,
      updated_at: at,
    })
    .onConflict((conflict) => conflict.column('app_id').doNothing())
    .returning(['id', 'user_id', 'location_id', 'type'])
    .executeTakeFirst()
}
