import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import { noticeSources } from '@wheelhouse/contract/notifier/notifier.ts'
import type { MessagingType } from '@wheelhouse/contract/notifier/notifier.ts'
import type { NotifierEvent } from '@wheelhouse/contract/notifier/notifier-events.ts'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
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
  kind: 'events' | 'test' | 'replay',
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
  messaging_type: MessagingType
  event_ids: string[]
}

const eventsAMessage = 500
/** Fewer, because each opening of an inbox reads the events of all its messages and asks who may see them. */
const eventsAnInAppMessage = 100
const messagesAtOnce = 100

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
      select s.id as subscription_id, s.organization_id, s.event, s.messaging_type, w.event_ids from notifier_subscriptions s
      cross join lateral (select array_agg(n.event_id order by n.event_id) as event_ids, min(n.at) as oldest from (
        select event_id, at from notifier_notices where subscription_id = s.id and message_id is null
        order by at, event_id limit case when s.type = 'single' then 1
          when s.messaging_type = 'in_app' then ${eventsAnInAppMessage} else ${eventsAMessage} end) n) w
      where w.event_ids is not null and (s.type = 'single' or (s.type = 'aggregated' and w.oldest <= ${window}::timestamptz)
        or (s.type = 'daily_digest' and w.oldest < ${digestAt.toISOString()}::timestamptz))
      order by w.oldest limit ${messagesAtOnce} for update of s skip locked`.execute(tx)
    if (rows.length === 0) return
    const events = await noticedEvents(
      tx,
      rows.flatMap((row) => row.event_ids),
    )
    for (const row of rows) await writeOne(tx, journal, row, events)
  })
}

async function writeOne(tx: Tx, journal: Journal, row: Waiting, events: Map<string, NoticedEvent>): Promise<void> {
  const noticed = row.event_ids.flatMap((id) => events.get(id) ?? []).filter((event) => isAbout(row.event, event))
  if (noticed.length === 0) return removeNotices(tx, row.subscription_id, row.event_ids)
  const data = { organization_id: row.organization_id, count: noticed.length, events: noticed }
  const payload: Payload = { type: row.event, timestamp: journal.at.toISOString(), data }
  const id = await insertMessage(tx, journal, row.subscription_id, 'events', payload)
  await sql`update notifier_notices set message_id = ${id}::uuid where subscription_id = ${row.subscription_id}::uuid
    and event_id = any(${row.event_ids}::uuid[])`.execute(tx)
  announce(journal, row)
}

async function removeNotices(tx: Tx, subscriptionId: string, eventIds: readonly string[]): Promise<void> {
  await sql`delete from notifier_notices where subscription_id = ${subscriptionId}::uuid
    and event_id = any(${[...eventIds]}::uuid[])`.execute(tx)
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

/** A job for each message whose time has come; it is taken off the queue's list in the same transaction. */
async function queueDue({ db, clock, jobs }: Moment): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ message_id: string; organization_id: string }>`
      update notifier_messages m set next_try_at = null from notifier_subscriptions s
      where s.id = m.subscription_id and m.id in (select id from notifier_messages
        where next_try_at <= ${clock.now().toISOString()}::timestamptz order by next_try_at limit ${messagesAtOnce} for update skip locked)
      returning m.id as message_id, s.organization_id`.execute(tx)
    await jobs.sendAll(tx, deliverMessage, rows)
  })
}
