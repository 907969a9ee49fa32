import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { watchedStatuses } from '@wheelhouse/contract/outages/outages.ts'
import { urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { attentionAtMost } from '@wheelhouse/contract/overview/overview.ts'
import type { AttentionItem, Overview } from '@wheelhouse/contract/overview/overview.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { instant, jsonOf, int, orNull, text, uuid, word, bool } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import type { Ctx } from '../../platform/context.ts'
import { foldedDevices, outageJoins, outageScope } from '../outages/queries.ts'
import { entryList, isOverdue } from '../maintenance-log/queries.ts'

type ItemOf<Kind extends AttentionItem['kind']> = Extract<AttentionItem, { kind: Kind }>

const place = {
  location_id: uuid(sql`l.id`),
  location_code: word(sql`l.code`),
  location_label: text(sql`l.label`),
}

const now = ({ clock }: Ctx) => sql`${clock.now().toISOString()}::timestamptz`

/** Runs a statement that writes each item as JSON. Of one kind no more is read than the screen shows of all. */
async function itemsOf<Kind extends AttentionItem['kind']>(
  ctx: Ctx,
  columns: Columns<ItemOf<Kind>>,
  rest: RawBuilder<unknown>,
): Promise<ItemOf<Kind>[]> {
  const { rows } = await sql<{
    text: JsonText<ItemOf<Kind>>
  }>`select ${jsonOf(columns)} as text ${rest} limit ${attentionAtMost + 1}`.execute(ctx.db)
  return rows.map((row) => parsed(row.text))
}

/** Outages that are not over and no part of a larger one, where someone expects contact. */
export function outagesNow(ctx: Ctx): Promise<ItemOf<'outage'>[]> {
  const concerns = sql`greatest(1, ${foldedDevices})`
  const columns: Columns<ItemOf<'outage'>> = {
    kind: word(sql`'outage'::text`),
    ...place,
    concerns: int(sql`(${concerns})::int`),
    since: instant(sql`o.began_at`),
    id: uuid(sql`o.id`),
    scope: word(outageScope),
    device_number: orNull(int(sql`d.number`)),
  }
  return itemsOf(
    ctx,
    columns,
    sql`from ${outageJoins} where o.cleared_at is null and o.folded_into is null and o.well_since is null
      and (o.muted_until is null or o.muted_until <= ${ctx.clock.now().toISOString()}::timestamptz)
      and l.status = any(${[...watchedStatuses]}::text[])
      and ${visiblePredicate(visibleSet(ctx, 'location', 'GET', 'location'), sql`o.location_id`)}
    order by o.hardware_id is not null, (h.type = 'controller') is not true, o.began_at`,
  )
}

/** Entries of high or critical priority; one without targets is about every device of its location. */
export function urgentEntries(ctx: Ctx): Promise<ItemOf<'maintenance'>[]> {
  const { from, where } = entryList.conditions(ctx, { state: 'open', priority: [...urgentPriorities] })
  const concerns = sql`coalesce(nullif((select count(*) from maintenance_log_targets t where t.entry_id = e.id), 0),
    (select count(*) from devices d where d.location_id = l.id and d.deleted_at is null and d.type <> 'controller'))`
  const columns: Columns<ItemOf<'maintenance'>> = {
    kind: word(sql`'maintenance'::text`),
    ...place,
    concerns: int(sql`(${concerns})::int`),
    since: instant(sql`e.created_at`),
    id: uuid(sql`e.id`),
    number: int(sql`e.number`),
    priority: word(sql`e.priority`),
    due_at: instant(sql`e.due_at`),
    is_overdue: bool(isOverdue(ctx)),
  }
  return itemsOf(ctx, columns, sql`from ${from} where ${where} order by e.priority <> 'critical', e.due_at`)
}

/** Open sessions beyond the red bubble of their location, a line a location: the same sessions as in the list of open ones. */
export function overstaysNow(ctx: Ctx): Promise<ItemOf<'overstay'>[]> {
  const columns: Columns<ItemOf<'overstay'>> = {
    kind: word(sql`'overstay'::text`),
    ...place,
    concerns: int(sql`x.sessions`),
    since: instant(sql`x.since`),
    red_hours: int(sql`l.bubble_red_hours`),
  }
  return itemsOf(
    ctx,
    columns,
    sql`from (select s.location_id, count(*)::int as sessions, min(s.started_at) as since
      from parking_sessions s join locations p on p.id = s.location_id
      where s.status <> 'ended' and s.started_at <= ${now(ctx)} - make_interval(hours => p.bubble_red_hours)
        and ${visiblePredicate(visibleSet(ctx, 'session', 'GET', 'location'), sql`s.location_id`)}
      group by s.location_id) x join locations l on l.id = x.location_id order by x.sessions desc, x.since`,
  )
}

const failuresInARow = 3

/** Devices that answered none of their last commands of a day, added up for each location. */
export function failingCommands(ctx: Ctx): Promise<ItemOf<'commands'>[]> {
  const columns: Columns<ItemOf<'commands'>> = {
    kind: word(sql`'commands'::text`),
    ...place,
    concerns: int(sql`x.devices`),
    since: instant(sql`x.since`),
    failed: int(sql`x.failed`),
  }
  return itemsOf(
    ctx,
    columns,
    sql`from (select location_id, count(*)::int as devices, sum(failed)::int as failed, min(since) as since from (
      select c.location_id, c.hardware_id, count(*) as failed, min(c.created_at) as since from (
        select c.*, max(c.created_at) filter (where c.status = 'success') over (partition by c.hardware_id) as worked_at from commands c
        where c.location_id is not null and c.created_at > ${now(ctx)} - interval '24 hours' and c.status <> 'in_progress'
          and ${visiblePredicate(visibleSet(ctx, 'device', 'GETCMDSHISTORY', 'location'), sql`c.location_id`)}) c
      where c.worked_at is null or c.created_at > c.worked_at
      group by c.location_id, c.hardware_id having count(*) >= ${failuresInARow}) each_device
    group by location_id) x join locations l on l.id = x.location_id
    where ${visiblePredicate(visibleSet(ctx, 'location', 'GET', 'location'), sql`l.id`)} order by x.devices desc, x.since`,
  )
}

/** What waits for a decision on money, a line a state. */
export const paymentItems = (payments: NonNullable<Overview['payments']>): ItemOf<'payments'>[] =>
  (['needs_approval', 'failed', 'refund_failed'] as const).flatMap((state) => {
    const { total, total_is_exact, oldest } = payments[state]
    return oldest === null ? [] : [{ kind: 'payments', concerns: total, total_is_exact, since: oldest, state }]
  })

/**
 * Places come before payments: a rack that is away keeps riders from their bikes now. Then what concerns most comes
 * first; of two that concern as many, the one that has waited longer.
 */
export const byConcern = (one: AttentionItem, other: AttentionItem): number =>
  Number(one.kind === 'payments') - Number(other.kind === 'payments') ||
  other.concerns - one.concerns ||
  one.since.localeCompare(other.since)
