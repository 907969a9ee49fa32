import { sql } from 'kysely'
import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions.ts'
import type { Ctx } from '../../http/context.ts'
import { heldOn } from '../permissions/authorize.ts'

const entriesAtMost = 200
/** A command just after the end still belongs to the story. */
const afterEndMs = 60_000

type Entry = ParkingSessionDetails['timeline'][number]
type Span = Pick<ParkingSessionDetails, 'id' | 'device_id' | 'started_at' | 'ended_at'>

/** The session's own events, and the commands that its device got meanwhile, for who may see these. Which colleague did what, and why, is part of the event history. */
export async function timelineOf(ctx: Ctx, session: Span): Promise<Entry[]> {
  const [seesCommands, seesEvents] = await heldOn(
    ctx,
    [
      ['device', 'GETCMDSHISTORY'],
      ['location', 'GET_EVENTS'],
    ],
    { type: 'session', id: session.id },
  )
  const own = await ownEvents(ctx, session)
  const told = seesCommands || seesEvents ? own : own.map(withoutPeople)
  const entries = [...told, ...(seesCommands ? await commandsMeanwhile(ctx, session) : [])]
  return entries.toSorted((a, b) => a.at.localeCompare(b.at) || a.id.localeCompare(b.id))
}

const withoutPeople = (entry: Entry): Entry => ({
  ...entry,
  actor_name: entry.actor_kind === 'person' ? null : entry.actor_name,
  detail: null,
})

async function ownEvents(ctx: Ctx, session: Span): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select id, at, 'event' as kind, verb, actor_kind, actor_name, reason as detail, null as status from events
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
