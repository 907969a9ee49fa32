import { sql } from 'kysely'
import type * as z from 'zod'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import type { Tx } from '../../platform/context.ts'
import { handle } from '../../platform/jobs.ts'
import { systemActor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { recordEvent, turnOfMessage } from './maintenance-messages.ts'

type Payload = z.output<typeof turnOfMessage.payload>

export const maintenanceMessageJobs = [
  handle(turnOfMessage, async ({ location_id, turn }, { db, clock, correlation_id }) => {
    const journal = openJournal(clock.now(), correlation_id)
    await withJournal(db, journal, async (tx) => {
      publishChange(journal, 'location', location_id, location_id)
      if (turn) await recordTurn(tx, journal, location_id, turn)
    })
  }),
]

/**
 * Records the beginning or end only once, even if the job is repeated, and never for a message that was cleared or
 * replaced before its time.
 */
async function recordTurn(
  tx: Tx,
  journal: Journal,
  locationId: string,
  turn: NonNullable<Payload['turn']>,
): Promise<void> {
  const { message_id, verb, at } = turn
  const now = journal.at.toISOString()
  const isDue =
    verb === 'began' ? sql`(m.ends_at is null or m.ends_at > ${now}::timestamptz)` : sql`m.ends_at = ${at}::timestamptz`
  const { rows } = await sql<{
    text: string
    starts_at: string
    ends_at: string | null
    label: string
    is_told: boolean
  }>`
    select m.text, m.starts_at, m.ends_at, l.label, exists (select 1 from events e where e.resource_id = l.id
        and e.id >= ${uuidv7Floor(Date.parse(at))}::uuid and e.feature = 'maintenance-messages' and e.verb = ${verb}
        and coalesce(e.after, e.before) ->> 'text' = m.text
        and (coalesce(e.after, e.before) ->> 'starts_at')::timestamptz = m.starts_at) as is_told
    from maintenance_messages m join locations l on l.id = m.location_id
    where m.id = ${message_id}::uuid and m.location_id = ${locationId}::uuid and ${at}::timestamptz <= ${now}::timestamptz and ${isDue}
    for update of l`.execute(tx)
  const [message] = rows
  if (!message || message.is_told) return
  const { label, is_told: _, ...fields } = message
  recordEvent(
    journal,
    systemActor,
    { id: locationId, label },
    verb === 'began' ? { verb, after: fields } : { verb, before: fields },
  )
}
