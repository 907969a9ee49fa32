import { sql } from 'kysely'
import type { JsonText } from '../../platform/json-text.ts'
import { parsed } from '../../platform/json-text.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Payment, PaymentAttempt, PaymentDetails, PaymentEntry } from '@wheelhouse/contract/payments/payments.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { instant, int, json, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import type { ListContext } from '../../lists/list-source.ts'
import type { Ctx } from '../../platform/context.ts'
import { isWaiting } from './locked-payment.ts'

export const paymentColumns: Columns<Payment> = {
  id: uuid(sql`p.id`),
  type: word(sql`p.type`),
  state: word(sql`p.state`),
  amount_minor: int(sql`p.amount_minor`),
  captured_minor: int(sql`p.captured_minor`),
  refunding_minor: int(sql`p.refunding_minor`),
  refunded_minor: int(sql`p.refunded_minor`),
  currency: word(sql`p.currency`),
  parking_session_id: orNull(uuid(sql`p.parking_session_id`)),
  rental_session_id: orNull(uuid(sql`p.rental_session_id`)),
  subscription_id: orNull(uuid(sql`p.subscription_id`)),
  location_id: orNull(uuid(sql`l.id`)),
  location_code: orNull(word(sql`l.code`)),
  location_label: orNull(text(sql`l.label`)),
  user_id: orNull(uuid(sql`u.id`)),
  user_name: orNull(text(sql`u.name`)),
  provider: word(sql`p.provider`),
  method: text(sql`p.method`),
  provider_result: orNull(word(sql`p.provider_result`)),
  reason: orNull(text(sql`p.reason`)),
  reference: orNull(word(sql`p.reference`)),
  waiting: json(
    sql`array(select a.kind from payment_attempts a where a.payment_id = p.id and ${isWaiting} order by a.number)`,
  ),
  created_at: instant(sql`p.created_at`),
  updated_at: instant(sql`p.updated_at`),
  version: int(sql`p.version`),
}

/**
 * A location and a rider whom the reader does not see are not joined. Laterally, because PostgreSQL would ask for each of all
 * locations whether it is seen, and join the payments of a page to the result.
 */
export const paymentJoins = (ctx: Pick<ListContext, 'person'>) => sql`payments p
  left join lateral (select id, code, label from locations
    where p.visible_through_type = 'location' and id = p.visible_through_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`locations.id`)} limit 1) l on true
  left join lateral (select id, name from users
    where id = p.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`users.id`)} limit 1) u on true`

const attemptColumns: Columns<PaymentAttempt> = {
  id: uuid(sql`a.id`),
  number: int(sql`a.number`),
  kind: word(sql`a.kind`),
  amount_minor: int(sql`a.amount_minor`),
  reason: text(sql`a.reason`),
  actor_kind: word(sql`a.actor_kind`),
  actor_name: orNull(text(sql`a.actor_name`)),
  created_at: instant(sql`a.created_at`),
  result: orNull(word(sql`e.kind`)),
  provider_result: orNull(word(sql`coalesce(e.provider_result, n.provider_result)`)),
  reference: orNull(word(sql`e.reference`)),
  ended_at: orNull(instant(sql`e.at`)),
}
const entryColumns: Columns<PaymentEntry> = {
  id: uuid(sql`e.id`),
  number: int(sql`e.number`),
  kind: word(sql`e.kind`),
  amount_minor: int(sql`e.amount_minor`),
  debit: orNull(word(sql`e.debit`)),
  credit: orNull(word(sql`e.credit`)),
  provider_result: orNull(word(sql`e.provider_result`)),
  at: instant(sql`e.at`),
}

export async function paymentById(ctx: Ctx, id: string): Promise<PaymentDetails> {
  const details = { ...paymentColumns, due_at: orNull(instant(sql`p.due_at`)) }
  const { rows } = await sql<{
    payment: JsonText<Payment & { due_at: string | null }>
    attempts: JsonText<PaymentAttempt>[] | null
    entries: JsonText<PaymentEntry>[] | null
  }>`
    select ${jsonOf<Payment & { due_at: string | null }>(details)} as payment,
      (select array_agg(${jsonOf(attemptColumns)} order by a.number desc) from payment_attempts a
        left join payment_entries e on e.attempt_id = a.id and e.kind <> 'no_answer'
        left join payment_entries n on n.attempt_id = a.id and n.kind = 'no_answer' where a.payment_id = p.id) as attempts,
      (select array_agg(${jsonOf(entryColumns)} order by e.number) from payment_entries e where e.payment_id = p.id) as entries
    from ${paymentJoins(ctx)} where p.id = ${id}::uuid`.execute(ctx.db)
  const [row] = rows
  if (!row) throw new AppError('not_found')
  return {
    ...parsed(row.payment),
    attempts: (row.attempts ?? []).map((one) => parsed(one)),
    entries: (row.entries ?? []).map((one) => parsed(one)),
  }
}

/** The payments of a parking session or a ride, the newest last. */
export async function paymentsOfSession(ctx: Ctx, sessionId: string): Promise<PaymentDetails[]> {
  const { rows } = await sql<{
    id: string
  }>`select id from payments where parking_session_id = ${sessionId}::uuid or rental_session_id = ${sessionId}::uuid order by created_at, id limit 20`.execute(
    ctx.db,
  )
  return Promise.all(rows.map(({ id }) => paymentById(ctx, id)))
}
