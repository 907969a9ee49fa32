import { sql } from 'kysely'
import type { Db } from '../../platform/context.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'

/** A command that waits to be published, and who speaks for its hardware. */
export interface WaitingCommand {
  id: string
  hardware_id: string
  controller_id: string
  name: string
  args: Record<string, unknown>
  created_at: string
  deadline_at: string
}

const batch = 500

/** Commands not sent yet that have not expired: all, or those of these ids. */
export async function waitingCommands(db: Db, now: Date, ids: readonly string[] | null): Promise<WaitingCommand[]> {
  const these = ids ? sql`c.id = any(${[...ids]}::uuid[])` : sql`true`
  const { rows } = await sql<WaitingCommand>`
    select c.id, c.hardware_id, h.controller_id, c.name, c.args, c.created_at, c.deadline_at from commands c join hardware h using (hardware_id)
    where c.status = 'in_progress' and c.deadline_at > ${now.toISOString()}::timestamptz and c.step = 'not_sent' and ${these} order by c.id limit ${batch}`.execute(
    db,
  )
  return rows
}

/**
 * Marks commands that the broker has accepted. The device may already have answered, so a later step or an end is kept.
 */
export async function markSent(db: Db, ids: readonly string[], now: Date): Promise<void> {
  const journal = openJournal(now)
  await withJournal(db, journal, async (tx) => {
    const { rows } = await sql<{ id: string; location_id: string | null }>`
      update commands set step = case when step = 'not_sent' and status = 'in_progress' then 'sent' else step end, sent_at = ${now.toISOString()}::timestamptz
      where id = any(${[...ids]}::uuid[]) and sent_at is null returning id, location_id`.execute(tx)
    for (const { id, location_id } of rows) publishChange(journal, 'command', id, location_id)
  })
}
