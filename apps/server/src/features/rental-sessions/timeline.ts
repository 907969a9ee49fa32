import { sql } from 'kysely'
import type { RentalSessionDetails } from '@wheelhouse/contract/rental-sessions/rental-sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { hasRights } from '../../authz/authorize.ts'
import { paymentEntriesOf } from '../payments/session-entries.ts'

const entriesAtMost = 200
/** A command just after the end still belongs to the story. */
const afterEndMs = 60_000

type Entry = RentalSessionDetails['timeline'][number]
type Span = Pick<RentalSessionDetails, 'id' | 'rental_device_id' | 'started_at' | 'ended_at'>

/**
 * The events of the ride, what became of its payments, and the commands that its vehicle received during it. Which colleague ended it, and why, is part
 * of the history of commands and shown only to its readers.
 */
export async function timelineOf(ctx: Ctx, session: Span): Promise<Entry[]> {
  const rights = [['rental_device', 'GETCMDSHISTORY'] as const, ['payment', 'GET'] as const]
  const [seesCommands, seesMoney] = await hasRights(ctx, rights, { type: 'session', id: session.id })
  const own = await ownEvents(ctx, session)
  const money = seesMoney ? await paymentEntriesOf(ctx, session.id) : []
  const shown = seesCommands ? [...own, ...(await commandsDuring(ctx, session))] : own.map(withoutPeople)
  return [...shown, ...money].toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
}

const withoutPeople = (entry: Entry): Entry => ({
  ...entry,
  actor_kind: entry.actor_kind === 'person' ? 'hardware' : entry.actor_kind,
  actor_name: entry.actor_kind === 'person' ? null : entry.actor_name,
  detail: null,
})

async function ownEvents(ctx: Ctx, session: Span): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, at, 'event' as kind, verb, actor_kind, actor_name, reason as detail, null as status from events
    where resource_id = ${session.id}::uuid order by id desc limit ${entriesAtMost}`.execute(ctx.db)
  return rows
}

async function commandsDuring(ctx: Ctx, session: Span): Promise<Entry[]> {
  const end = session.ended_at ? new Date(Date.parse(session.ended_at) + afterEndMs) : ctx.clock.now()
  const { rows } = await sql<Entry>`
    select c.id, c.created_at as at, 'command' as kind, c.name as verb, c.actor_kind, p.name as actor_name, c.comment as detail, c.status
    from commands c left join console_users p on p.id = c.requested_by
    where c.rental_device_id = ${session.rental_device_id}::uuid and c.created_at between ${session.started_at}::timestamptz and ${end.toISOString()}::timestamptz
    order by c.id desc limit ${entriesAtMost}`.execute(ctx.db)
  return rows
}
