import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Tx } from '../../platform/context.ts'

/** The first rating counts: what the app sends again changes nothing. */
export async function rateParkingSession(tx: Tx, journal: Journal, id: string, rating: number): Promise<void> {
  const rated = await tx
    .updateTable('parking_sessions')
    .set((row) => ({ rating, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .where('rating', 'is', null)
    .returning('location_id')
    .executeTakeFirst()
  if (rated) publishChange(journal, 'session', id, rated.location_id)
}
