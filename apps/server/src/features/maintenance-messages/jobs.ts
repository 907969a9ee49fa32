import { handle } from '../../platform/jobs.ts'
import { changed, journaled, openJournal } from '../events/journal.ts'
import { turnOfMessage } from './maintenance-messages.ts'

export const maintenanceMessageJobs = [
  handle(turnOfMessage, async ({ location_id }, { db, clock, correlation_id }) => {
    const journal = openJournal(clock.now(), correlation_id)
    await journaled(db, journal, async () => changed(journal, 'location', location_id, location_id))
  }),
]
