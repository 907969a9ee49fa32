import { sql } from 'kysely'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import type { Ctx } from '../../platform/context.ts'
import { hasRights } from '../../authz/authorize.ts'
import { paymentEntriesOf } from '../payments/session-entries.ts'

const entriesAtMost = 200
/** A command just after the end still belongs to the story. */
const afterEndMs = 60_000

type Entry = ParkingSessionDetails['timeline'][number]
type Span = Pick<ParkingSessionDetails, 'id' | 'device_id' | 'started_at' | 'ended_at'>

/**
 * Returns the events of the session and the commands that its device got during it, which only a reader of the command
 * history sees. Which colleague ended the session, and why, is part of that history.
 */
export async function timelineOf(ctx: Ctx, session: Span): Promise<Entry[]> {
  const rights = [['device', 'GETCMDSHISTORY'] as const, ['payment', 'GET'] as const]
  const [seesCommands, seesMoney] = await hasRights(ctx, rights, { type: 'session', id: session.id })
  const own = await ownEvents(ctx, session)
  const money = seesMoney ? await paymentEntriesOf(ctx, session.id) : []
  const told = seesCommands ? [...own, ...(await commandsMeanwhile(ctx, session))] : own.map(withoutPeople)
  const entries = [...told, ...money]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
}

/** As the event history tells it to who reads no commands: by the hardware. */
const withoutPeople = (entry: Entry): Entry => ({
  ...entry,
  ...(entry.actor_kind === 'person' ? { actor_kind: 'hardware', actor_name: null } : {}),
  detail: null,
})

/** Of the end of a session by staff: whether its lock reported that it opened. Null of another event. */
const staffEnd = sql`case when after->>'how_ended' = 'forced' then coalesce(after->>'dock_state', 'forced') end`

async function ownEvents(ctx: Ctx, session: Span): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, at, case feature when 'overstays' then 'overstay' when 'reminders' then 'reminder' else 'event' end as kind, verb,
      actor_kind, actor_name, reason as detail, case feature when 'overstays' then after->>'step' when 'parking-sessions' then ${staffEnd} end as status from events
    where resource_id = ${session.id}::uuid order by id desc limit ${entriesAtMost}`.execute(ctx.db)
  return rows
}

async function commandsMeanwhile(ctx: Ctx, session: Span): Promise<Entry[]> {
  const end = session.ended_at ? new Date(Date.parse(session.ended_at) + afterEndMs) : ctx.clock.now()
  const { rows } = await sql<Entry>`
    select c.id, c.created_at as at, 'command' as kind, c.name as verb, c.actor_kind, p.name as actor_name, c.comment as detail, c.status
    from commands c left join console_users p on p.id = c.requested_by
    where c.device_id = ${session.device_id}::uuid and c.created_at between ${session.started_at}::timestamptz and ${end.toISOString()}::timestamptz
    order by c.id desc limit ${entriesAtMost}`.execute(ctx.db)
  return rows
}
