import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  MaintenanceMessage,
  NewMaintenanceMessage,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { Instant } from '@wheelhouse/contract/route.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { assertLocationUsable } from '../devices/locked-rows.ts'
import { personActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { publishChange, addAuditRecord } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { messageById } from './queries.ts'

/**
 * When a message begins or ends on schedule, this job records it in the history of the location and notifies everyone
 * who looks at it. `turn` is missing in the jobs that older versions sent.
 */
export const turnOfMessage = jobKind({
  name: 'maintenance-messages.turn',
  payload: z.strictObject({
    location_id: z.uuid(),
    turn: z.strictObject({ message_id: z.uuid(), verb: z.enum(['began', 'ended']), at: Instant }).optional(),
  }),
})

/**
 * A message that is set now without an end replaces the one that is shown. One that has an end, or that begins later, covers
 * it, and it is shown again afterwards.
 */
export function setMessage(
  ctx: Ctx,
  locationId: string,
  { text, starts_at, ends_at }: NewMaintenanceMessage,
): Promise<MaintenanceMessage> {
  return write(ctx, async (tx, journal, inside) => {
    const { label, ...location } = await lockedLocation(tx, locationId)
    assertLocationUsable(location)
    const at = journal.at.toISOString()
    const begins = starts_at !== null && starts_at > at ? starts_at : at
    if (ends_at !== null && ends_at <= begins)
      throw new AppError('invalid_body', { field: 'ends_at' }, 'Ends: later than it begins')
    const isForGood = begins === at && ends_at === null
    const [replaced] = isForGood ? await endCurrent(tx, locationId, at) : []
    const row = { text, starts_at: begins, ends_at }
    const id = uuidv7()
    await tx
      .insertInto('maintenance_messages')
      .values({ id, location_id: locationId, ...row, created_by: ctx.person.id, created_at: at })
      .execute()
    const turns = [
      { verb: 'began' as const, at: begins === at ? null : begins },
      { verb: 'ended' as const, at: ends_at },
    ]
    for (const { verb, at: due } of turns)
      if (due !== null)
        await ctx.jobs.send(
          tx,
          turnOfMessage,
          { location_id: locationId, turn: { message_id: id, verb, at: due } },
          new Date(due),
        )
    const details = { verb: begins === at ? 'set' : 'scheduled', before: replaced ?? null, after: row } as const
    recordEvent(journal, personActor(ctx), { id: locationId, label }, details)
    return messageById(inside, locationId, id)
  })
}

/** One that has ended already is cleared. */
export function clearMessage(ctx: Ctx, locationId: string, id: string): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const { label } = await lockedLocation(tx, locationId)
    await messageById(inside, locationId, id)
    for (const before of await clear(tx, locationId, journal.at.toISOString(), id))
      recordEvent(journal, personActor(ctx), { id: locationId, label }, { verb: 'cleared', before })
    return null
  })
}

/** All that are current or scheduled. Nothing to clear is no failure. */
const clearAll = (ctx: Ctx, locationId: string): Promise<null> =>
  write(ctx, async (tx, journal) => {
    const { label } = await lockedLocation(tx, locationId)
    for (const before of await clear(tx, locationId, journal.at.toISOString(), null))
      recordEvent(journal, personActor(ctx), { id: locationId, label }, { verb: 'cleared', before })
    return null
  })

/** The row of the location is the lock: of two who set one at once the second takes the place of the first. What only points at it goes on. */
async function lockedLocation(tx: Tx, id: string): Promise<{ label: string; status: string }> {
  const row = await tx
    .selectFrom('locations')
    .select(['label', 'status'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

type Kept = Pick<MaintenanceMessage, 'text' | 'starts_at' | 'ends_at'>
const whichOf = (locationId: string, id: string | null) =>
  sql`m.location_id = ${locationId}::uuid and (${id}::uuid is null or m.id = ${id}::uuid)`

/**
 * Returns the messages as they were before. The one that was shown comes first: when several overlap, that is the one
 * that began last.
 */
async function endCurrent(tx: Tx, locationId: string, at: string, id: string | null = null): Promise<Kept[]> {
  const { rows } = await sql<Kept & { id: string }>`update maintenance_messages set ends_at = ${at}::timestamptz
    from (select m.id, m.text, m.starts_at, m.ends_at from maintenance_messages m where ${whichOf(locationId, id)}
      and m.starts_at <= ${at}::timestamptz and (m.ends_at is null or m.ends_at > ${at}::timestamptz)) b
    where maintenance_messages.id = b.id returning b.id, b.text, b.starts_at, b.ends_at`.execute(tx)
  return rows
    .toSorted((a, b) => b.starts_at.localeCompare(a.starts_at) || b.id.localeCompare(a.id))
    .map(({ text, starts_at, ends_at }) => ({ text, starts_at, ends_at }))
}

/** A current one ends now. A scheduled one was never shown: it goes. */
async function clear(tx: Tx, locationId: string, at: string, id: string | null): Promise<Kept[]> {
  const current = await endCurrent(tx, locationId, at, id)
  const scheduled =
    await sql<Kept>`delete from maintenance_messages m where ${whichOf(locationId, id)} and m.starts_at > ${at}::timestamptz
    returning m.text, m.starts_at, m.ends_at`.execute(tx)
  return [...current, ...scheduled.rows]
}

/** With their location, which is deleted. */
export const forgetMessages = (tx: Tx, locationId: string) =>
  tx.deleteFrom('maintenance_messages').where('location_id', '=', locationId).execute()

export function recordEvent(
  journal: Journal,
  actor: Actor,
  { id, label }: { id: string; label: string },
  details: EventDetails<'maintenance-messages'>,
): void {
  addAuditRecord(journal, {
    actor,
    feature: 'maintenance-messages',
    resource_type: 'location',
    resource_id: id,
    resource_name: label,
    visible_through_id: id,
    ...details,
  })
  publishChange(journal, 'location', id, id)
}

export const setMessages = bulkAction<NewMaintenanceMessage>({
  name: 'maintenance-messages.set',
  title: 'Set maintenance message',
  type: 'location',
  needs: { location: ['MODIFY_DESCRIPTIONS'] },
  each: setMessage,
})

export const clearMessages = bulkAction({
  name: 'maintenance-messages.clear',
  title: 'Clear maintenance message',
  type: 'location',
  needs: { location: ['MODIFY_DESCRIPTIONS'] },
  each: clearAll,
})
