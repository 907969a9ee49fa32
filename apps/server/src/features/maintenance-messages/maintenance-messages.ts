import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { MaintenanceMessage, NewMaintenanceMessage } from '@wheelhouse/contract/maintenance-messages.ts'
import type { Ctx, Tx } from '../../http/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { personActor } from '../events/events.ts'
import { changed, note } from '../events/journal.ts'
import type { Journal, Note } from '../events/journal.ts'
import { write } from '../events/write.ts'
import { messageById } from './queries.ts'

/** A message begins or ends by the clock, with no write: whoever looks at the location is told. */
export const turnOfMessage = jobKind({ name: 'maintenance-messages.turn', payload: z.strictObject({ location_id: z.uuid() }) })

/** Set now it takes the place of what is shown now; for later it stands beside it. */
export function setMessage(ctx: Ctx, locationId: string, { text, starts_at, ends_at }: NewMaintenanceMessage): Promise<MaintenanceMessage> {
  return write(ctx, async (tx, journal, inside) => {
    const label = await lockedLabel(tx, locationId)
    const at = journal.at.toISOString()
    const begins = starts_at !== null && starts_at > at ? starts_at : at
    if (ends_at !== null && ends_at <= begins)
      throw new AppError('invalid_body', { field: 'ends_at' }, 'ends_at: Ends: later than it begins')
    if (begins === at) await endCurrent(tx, locationId, at)
    const row = { text, starts_at: begins, ends_at }
    const id = uuidv7()
    await tx
      .insertInto('maintenance_messages')
      .values({ id, location_id: locationId, ...row, created_by: ctx.person.id, created_at: at })
      .execute()
    for (const turn of [begins === at ? null : begins, ends_at])
      if (turn) await ctx.jobs.send(tx, turnOfMessage, { location_id: locationId }, new Date(turn))
    tell(ctx, journal, locationId, label, { verb: begins === at ? 'set' : 'scheduled', after: row })
    return messageById(inside, locationId, id)
  })
}

/** One that has ended already is cleared. */
export function clearMessage(ctx: Ctx, locationId: string, id: string): Promise<null> {
  return write(ctx, async (tx, journal, inside) => {
    const label = await lockedLabel(tx, locationId)
    await messageById(inside, locationId, id)
    for (const before of await clear(tx, locationId, journal.at.toISOString(), id))
      tell(ctx, journal, locationId, label, { verb: 'cleared', before })
    return null
  })
}

/** All that are current or scheduled. Nothing to clear is no failure. */
const clearAll = (ctx: Ctx, locationId: string): Promise<null> =>
  write(ctx, async (tx, journal) => {
    const label = await lockedLabel(tx, locationId)
    for (const before of await clear(tx, locationId, journal.at.toISOString(), null))
      tell(ctx, journal, locationId, label, { verb: 'cleared', before })
    return null
  })

/** The row of the location is the lock: of two who set one at once the second takes the place of the first. */
async function lockedLabel(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('locations').select('label').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.label
}

const endCurrent = (tx: Tx, locationId: string, at: string) =>
  sql`update maintenance_messages set ends_at = ${at}::timestamptz where location_id = ${locationId}::uuid
    and starts_at <= ${at}::timestamptz and (ends_at is null or ends_at > ${at}::timestamptz)`.execute(tx)

type Cleared = Pick<MaintenanceMessage, 'text' | 'starts_at' | 'ends_at'>

/** A current one ends now. A scheduled one was never shown: it goes. */
async function clear(tx: Tx, locationId: string, at: string, id: string | null): Promise<Cleared[]> {
  const which = sql`m.location_id = ${locationId}::uuid and (${id}::uuid is null or m.id = ${id}::uuid)`
  const current = await sql<Cleared>`update maintenance_messages set ends_at = ${at}::timestamptz
    from (select m.id, m.text, m.starts_at, m.ends_at from maintenance_messages m where ${which}
      and m.starts_at <= ${at}::timestamptz and (m.ends_at is null or m.ends_at > ${at}::timestamptz)) b
    where maintenance_messages.id = b.id returning b.text, b.starts_at, b.ends_at`.execute(tx)
  const scheduled = await sql<Cleared>`delete from maintenance_messages m where ${which} and m.starts_at > ${at}::timestamptz
    returning m.text, m.starts_at, m.ends_at`.execute(tx)
  return [...current.rows, ...scheduled.rows]
}

/** With their location, which is deleted. */
export const forgetMessages = (tx: Tx, locationId: string) =>
  tx.deleteFrom('maintenance_messages').where('location_id', '=', locationId).execute()

function tell(ctx: Ctx, journal: Journal, locationId: string, label: string, told: Pick<Note, 'verb' | 'before' | 'after'>): void {
  note(journal, {
    actor: personActor(ctx),
    feature: 'maintenance-messages',
    resource_type: 'location',
    resource_id: locationId,
    resource_name: label,
    visible_through_id: locationId,
    ...told,
  })
  changed(journal, 'location', locationId, locationId)
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
