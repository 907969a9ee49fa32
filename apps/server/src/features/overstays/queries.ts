import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { overstays } from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayDetails, OverstayRecord, OverstayScope } from '@wheelhouse/contract/overstays/overstays.ts'
import { overstaySteps } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { bool, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { isPaused } from './overstay-rows.ts'
import { rulesOfLocation } from './rules.ts'

// Literals in the text, not parameters: the partial indexes need them (data model, section 9).
const isOpen = sql<boolean>`o.state <> 'closed'`

const scopeIs: Record<OverstayScope, RawBuilder<boolean> | undefined> = {
  open: isOpen,
  closed: sql<boolean>`not (${isOpen})`,
  all: undefined,
}

/** A removal that is ordered, or a bicycle in storage. */
export const waitsForPerson = sql<boolean>`(o.state = 'pending' and o.step in ('removal', 'release'))`

const base = sql`overstays o join parking_sessions s on s.id = o.session_id join locations l on l.id = o.location_id`
const isFeeSeen = sql`money.is_seen and o.fee_minor is not null`

/** Everyone who sees the session sees its overstay; the rider and the money take the rights to people and payments. */
export const overstayList = listQuery(overstays, {
  from: () => base,
  rowsFrom: ({ visible }) => sql`${base} join devices d on d.id = s.device_id left join ${rulesOfLocation} on true
    left join users u on u.id = s.user_id and ${visible('user', sql`u.id`)}
    left join maintenance_log_entries e on e.id = o.log_entry_id
    left join payments p on p.id = o.payment_id
    cross join lateral (select ${visible('payment', sql`o.location_id`, 'GET', 'location')} as is_seen) money
    cross join lateral (select ${visible('location', sql`o.location_id`, 'GET_MAINTENANCE_LOG_ENTRIES')} as is_seen) log`,
  id: sql`o.session_id`,
  visibleBy: [{ type: 'session', scopeType: 'location', column: sql`o.location_id` }],
  columns: ({ ctx }) => ({
    id: uuid(sql`o.session_id`),
    location_id: uuid(sql`o.location_id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    time_zone: word(sql`l.time_zone`),
    device_id: uuid(sql`s.device_id`),
    device_type: word(sql`s.device_type`),
    device_number: int(sql`d.number`),
    user_id: orNull(uuid(sql`u.id`)),
    user_name: orNull(text(sql`u.name`)),
    started_at: instant(sql`s.started_at`),
    exceeded_at: instant(sql`o.exceeded_at`),
    limit_h: int(sql`o.limit_h`),
    step: orNull(word(sql`o.step`)),
    state: word(sql`o.state`),
    due_at: orNull(instant(sql`o.due_at`)),
    is_paused: bool(
      sql`(${isOpen} and o.step is distinct from 'release' and ${isPaused(ctx.clock.now().toISOString())})`,
    ),
    skipped_step: orNull(word(sql`o.skipped_step`)),
    keep_until: orNull(instant(sql`o.keep_until`)),
    log_entry_id: orNull(uuid(sql`case when log.is_seen then e.id end`)),
    log_entry_number: orNull(int(sql`case when log.is_seen then e.number end`)),
    fee_minor: orNull(int(sql`case when ${isFeeSeen} then o.fee_minor end`)),
    currency: orNull(word(sql`case when ${isFeeSeen} then o.currency end`)),
    fee_status: orNull(word(sql`case when ${isFeeSeen} then o.fee_status end`)),
    payment_id: orNull(uuid(sql`case when ${isFeeSeen} then o.payment_id end`)),
    payment_state: orNull(word(sql`case when ${isFeeSeen} then p.state end`)),
    outcome: orNull(word(sql`o.outcome`)),
    closed_at: orNull(instant(sql`o.closed_at`)),
    opened_at: instant(sql`o.opened_at`),
    updated_at: instant(sql`o.updated_at`),
    version: int(sql`o.version`),
  }),
  filters: ({ visible }) => ({
    q: search(sql`l.label`, sql`l.code`),
    scope: own((scope) => scopeIs[scope]),
    step: anyOf(sql`o.step`),
    state: anyOf(sql`o.state`),
    waits_for_person: own(() => waitsForPerson),
    location_id: anyOf(sql`o.location_id`, 'uuid'),
    // A caller who may not see a person must not find out by filtering where that person parks.
    user_id: own((id) => sql<boolean>`(s.user_id = ${id}::uuid and ${visible('user', sql`s.user_id`)})`),
    session_id: own((id) => sql<boolean>`o.session_id = ${id}::uuid`),
    exceeded_at: age(sql`o.exceeded_at`),
  }),
  sorts: () => ({
    step: { by: sql`array_position(${[...overstaySteps]}::text[], o.step)`, cast: 'int' },
  }),
})

/** Only those who may see the money find the records of a fee that was waived or cancelled, as with its events. */
export async function overstayById(ctx: Ctx, id: string): Promise<OverstayDetails> {
  const overstay = await overstayList.get(ctx, id)
  const { rows: records } =
    await sql<OverstayRecord>`select id, number, step, action, at, actor_kind, actor_name, reason, due_at
    from overstay_records where session_id = ${id}::uuid and (action not in ('fee_cancelled', 'fee_waived')
      or ${rowIsVisible(ctx, 'payment', 'GET', 'location', sql`${overstay.location_id}::uuid`)}) order by number`.execute(
      ctx.db,
    )
  const { rows } = await sql<{ photos: number }>`select count(p.id)::int as photos from overstays o
    join maintenance_log_photos p on p.entry_id = o.log_entry_id where o.session_id = ${id}::uuid`.execute(ctx.db)
  return { ...overstay, records, photos: rows[0]?.photos ?? 0 }
}
