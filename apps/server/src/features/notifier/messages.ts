import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { noticeSources } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { idsInWork } from '../../platform/jobs.ts'
import { deliverMessage } from './delivery.ts'
import { isAbout } from './event-rights.ts'
import { detailsOf, titleOf } from './formats.ts'
import type { NoticedEvent, Payload } from './formats.ts'

type Moment = Pick<Ctx, 'db' | 'clock' | 'config' | 'jobs'>

/** A message that waits for its first attempt. */
export async function insertMessage(
  tx: Tx,
  journal: Journal,
  subscriptionId: string,
  kind: 'test' | 'replay',
  payload: Payload,
): Promise<string> {
  const id = uuidv7()
  const at = journal.at.toISOString()
  await tx
    .insertInto('notifier_messages')
    .values({
      id,
      subscription_id: subscriptionId,
      kind,
      payload: JSON.stringify(payload),
      state: 'pending',
      next_try_at: at,
      created_at: at,
      ended_at: null,
    })
    .execute()
  return id
}

/**
 * Turns new events into messages and queues those that are due; the gateway calls it every second. `since` reaches back
 * beyond the last call, because events are committed in another order than their ids.
 */
export async function runNotifier(moment: Moment, since: Date): Promise<void> {
  await collectNotices(moment, since)
  await writeMessages(moment)
  await queueDue(moment)
}

/** The conditions of `noticeSources` in SQL, one row for each kind of event and value of a field. */
function sourceRows() {
  const rows = keysOf(noticeSources).flatMap((event) =>
    (noticeSources[event] ?? []).map(({ kind, where }) => {
      const [field = null, values = null] = Object.entries(where ?? {})[0] ?? []
      return { event, kind, field, values }
    }),
  )
  return JSON.stringify(rows)
}

/**
 * An organization is notified of what happens at the locations that it has in any role, with its fleets and subscriptions, and
 * to its reports.
 */
async function collectNotices({ db }: Moment, since: Date): Promise<void> {
  await sql`insert into notifier_notices (subscription_id, event_id, at)
    select s.id, e.id, e.at from events e
    join json_to_recordset(${sourceRows()}::json) n(event text, kind text, field text, values json) on n.kind = e.feature || ' ' || e.verb
      and (n.field is null or coalesce(e.after, e.before) ->> n.field in (select json_array_elements_text(n.values)))
      -- Someone knows of a muted outage: its own events go on in the history and notify nobody.
      and (e.feature <> 'outages' or coalesce(e.after, e.before) ->> 'muted_until' is null)
    left join locations l on l.id = e.visible_through_id
    left join rental_fleets f on f.id = e.visible_through_id
    left join subscriptions b on b.id = e.visible_through_id
    left join reports r on r.id = e.resource_id and e.feature = 'reports'
    join notifier_subscriptions s on s.event = n.event and s.created_at <= e.at and s.organization_id in (
      l.owner_id, l.operator_id, l.distributor_id, l.reseller_id, f.organization_id, b.organization_id, r.organization_id)
    where e.id >= ${uuidv7Floor(since.getTime())}::uuid and exists (select 1 from notifier_subscriptions)
    on conflict do nothing`.execute(db)
}

interface Waiting {
  subscription_id: string
  organization_id: string
  event: NotifierEvent
  is_single: boolean
  event_ids: string[]
}

const eventsAMessage = 500
/** Fewer, because each opening of an inbox reads the events of all its messages and asks who may see them. */
const eventsAnInAppMessage = 100
/** Of a subscription that sends each event alone, in one round. */
const singleMessagesAtOnce = 100
const subscriptionsAtOnce = 100
const queuedAtOnce = 1_000
/** A job that was lost leaves its message without an outcome: after this time its job is looked for. */
const lostAfterMs = 15 * 60_000

/** Values: single at once, aggregated after a window, a daily digest at a set hour (UTC). */
async function writeMessages({ db, clock, config }: Moment): Promise<void> {
  const now = clock.now()
  const { aggregate_s, digest_hour } = config.notifier
  const digestAt = new Date(now)
  digestAt.setUTCHours(digest_hour, 0, 0, 0)
  if (digestAt > now) digestAt.setUTCDate(digestAt.getUTCDate() - 1)
  const window = new Date(now.getTime() - aggregate_s * 1000).toISOString()
  const journal = openJournal(now)
  await withJournal(db, journal, async (tx) => {
    const { rows } = await sql<Waiting>`
      select s.id as subscription_id, s.organization_id, s.event, s.type = 'single' as is_single, w.event_ids from notifier_subscriptions s
      cross join lateral (select array_agg(n.event_id order by n.event_id) as event_ids, min(n.at) as oldest from (
        select event_id, at from notifier_notices where subscription_id = s.id and message_id is null
        order by at, event_id limit case when s.type = 'single' then ${singleMessagesAtOnce}::int
          when s.messaging_type = 'in_app' then ${eventsAnInAppMessage}::int else ${eventsAMessage}::int end) n) w
      where w.event_ids is not null and (s.type = 'single' or (s.type = 'aggregated' and w.oldest <= ${window}::timestamptz)
        or (s.type = 'daily_digest' and w.oldest < ${digestAt.toISOString()}::timestamptz))
      order by w.oldest limit ${subscriptionsAtOnce} for update of s skip locked`.execute(tx)
    if (rows.length === 0) return
    const events = await noticedEvents(
      tx,
      rows.flatMap((row) => row.event_ids),
    )
    await writeAll(tx, journal, rows.flatMap(messagesOf), events)
  })
}

/** Those of a single subscription are a message each. */
const messagesOf = (row: Waiting): Waiting[] =>
  row.is_single ? row.event_ids.map((id) => ({ ...row, event_ids: [id] })) : [row]

/** In two statements, however many they are. Events that the subscription is not about any more are left out. */
async function writeAll(
  tx: Tx,
  journal: Journal,
  waiting: readonly Waiting[],
  events: ReadonlyMap<string, NoticedEvent>,
): Promise<void> {
  const at = journal.at.toISOString()
  const written: { id: string; subscription_id: string; payload: Payload }[] = []
  const notices: { subscription_id: string; event_id: string; message_id: string | null }[] = []
  for (const { subscription_id, organization_id, event, event_ids } of waiting) {
    const noticed = event_ids.flatMap((id) => events.get(id) ?? []).filter((one) => isAbout(event, one))
    const message_id = noticed.length === 0 ? null : uuidv7()
    for (const event_id of event_ids) notices.push({ subscription_id, event_id, message_id })
    if (message_id === null) continue
    const data = { organization_id, count: noticed.length, events: noticed }
    written.push({ id: message_id, subscription_id, payload: { type: event, timestamp: at, data } })
    announce(journal, { subscription_id, organization_id })
  }
  await sql`insert into notifier_messages (id, subscription_id, kind, payload, state, next_try_at, created_at)
    select m.id, m.subscription_id, 'events', m.payload, 'pending', ${at}::timestamptz, ${at}::timestamptz
    from json_to_recordset(${JSON.stringify(written)}::json) as m(id uuid, subscription_id uuid, payload jsonb)`.execute(
    tx,
  )
  await sql`with n as materialized (select * from json_to_recordset(${JSON.stringify(notices)}::json) as n(subscription_id uuid, event_id uuid, message_id uuid)),
    removed as (delete from notifier_notices o using n where o.subscription_id = n.subscription_id and o.event_id = n.event_id and n.message_id is null)
    update notifier_notices o set message_id = n.message_id from n
    where o.subscription_id = n.subscription_id and o.event_id = n.event_id and n.message_id is not null`.execute(tx)
}

const announce = (journal: Journal, row: { subscription_id: string; organization_id: string }): void =>
  publishChange(journal, 'notifier_subscription', row.subscription_id, null, {
    through: { type: 'organization', id: row.organization_id },
  })

interface EventRow {
  id: string
  at: string
  feature: string
  verb: string
  resource_type: string
  resource_id: string
  resource_name: string | null
  after: Record<string, unknown> | null
  location_id: string | null
  code: string
  label: string | null
  through_type: ResourceType | null
  through_id: string | null
}

async function noticedEvents(tx: Tx, ids: readonly string[]): Promise<Map<string, NoticedEvent>> {
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.feature, e.verb, e.resource_type, e.resource_id, e.resource_name, coalesce(e.after, e.before) as after,
      l.id as location_id, l.code, l.label, case when e.feature = 'reports' then e.resource_id else coalesce(l.id, f.id, b.id) end as through_id,
      case when e.feature = 'reports' then 'report' when l.id is not null then 'location' when f.id is not null then 'rental_fleet'
        when b.id is not null then 'subscription' end as through_type
    from events e left join locations l on l.id = e.visible_through_id
      left join rental_fleets f on f.id = e.visible_through_id
      left join subscriptions b on b.id = e.visible_through_id where e.id = any(${[...ids]}::uuid[])`.execute(tx)
  return new Map(rows.map((row) => [row.id, noticedOf(row)]))
}

const noticedOf = (row: EventRow): NoticedEvent => ({
  id: row.id,
  at: row.at,
  kind: `${row.feature} ${row.verb}`,
  title: titleOf(row.feature, row.verb, row.resource_name ?? row.label ?? '', row.after),
  resource_type: row.resource_type,
  resource_id: row.resource_id,
  resource_name: row.resource_name,
  location: row.location_id === null ? null : { id: row.location_id, code: row.code, label: row.label ?? '' },
  details: detailsOf(row.after),
  through: row.through_type && row.through_id ? { type: row.through_type, id: row.through_id } : null,
})

/**
 * A job for each message whose time has come, in the transaction that notes it as queued, and another one for each whose job was
 * lost.
 */
async function queueDue({ db, clock, jobs }: Moment): Promise<void> {
  const now = clock.now()
  const at = now.toISOString()
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<Queued>`
      with due as (select id from notifier_messages where next_try_at <= ${at}::timestamptz
        order by next_try_at limit ${queuedAtOnce}::int for update skip locked)
      update notifier_messages m set next_try_at = null, queued_at = ${at}::timestamptz from notifier_subscriptions s
      where s.id = m.subscription_id and m.id in (select id from due)
      returning m.id as message_id, s.organization_id`.execute(tx)
    const queued = [...rows, ...(await lostMessages(tx, now))]
    // The oldest first: jobs of one moment run in the order in which they are sent.
    await jobs.sendAll(
      tx,
      deliverMessage,
      queued.toSorted((one, other) => one.message_id.localeCompare(other.message_id)),
    )
  })
}

interface Queued {
  message_id: string
  organization_id: string
}

/** A job that waits for its turn is not lost: its message is looked at again after the same time. */
async function lostMessages(tx: Tx, now: Date): Promise<Queued[]> {
  const lateBefore = new Date(now.getTime() - lostAfterMs).toISOString()
  const { rows: late } = await sql<Queued>`
    with late as (select id from notifier_messages where state = 'pending' and queued_at <= ${lateBefore}::timestamptz
      order by queued_at limit ${queuedAtOnce}::int for update skip locked)
    update notifier_messages m set queued_at = ${now.toISOString()}::timestamptz from notifier_subscriptions s
    where s.id = m.subscription_id and m.id in (select id from late)
    returning m.id as message_id, s.organization_id`.execute(tx)
  if (late.length === 0) return []
  const ids = late.map(({ message_id }) => message_id)
  const { rows } = await sql<{ id: string }>`select id from unnest(${ids}::uuid[]) as late(id)
    where id not in ${idsInWork(deliverMessage, 'message_id')}`.execute(tx)
  const lost = new Set(rows.map(({ id }) => id))
  return late.filter(({ message_id }) => lost.has(message_id))
}
