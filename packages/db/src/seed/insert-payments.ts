import type pg from 'pg'
import { insertRows } from './insert-rows.ts'
import type { makePayments } from './payments.ts'

type Money = Pick<ReturnType<typeof makePayments>, 'payments' | 'attempts' | 'entries' | 'movements'>

/** They keep the sums of a payment and the state of its session, one row at a time; here both are known before. */
const keepingSums = [
  ['payments', 'session_follows_its_payment'],
  ['payments', 'rental_session_follows_its_payment'],
  ['payment_attempts', 'refund_takes_its_amount'],
  ['payment_entries', 'entry_moves_its_amount'],
] as const

/**
 * Writes payments with their final sums. Through the triggers each entry would write its payment once more, which took most of
 * the first start; what the triggers would have refused or counted otherwise is found by one statement at the end.
 */
export async function insertPayments(client: pg.PoolClient, some: readonly Money[]): Promise<void> {
  for (const [table, trigger] of keepingSums) await client.query(`alter table ${table} disable trigger ${trigger}`)
  for (const money of some) {
    await insertRows(client, 'payments', withSums(money))
    await insertRows(client, 'payment_attempts', money.attempts)
    await insertRows(client, 'payment_entries', money.entries)
    await insertRows(client, 'simulated_movements', money.movements)
  }
  await assertSums(client)
  for (const [table, trigger] of keepingSums) await client.query(`alter table ${table} enable trigger ${trigger}`)
}

interface Sums {
  captured_minor: number
  refunding_minor: number
  refunded_minor: number
}
const none: Sums = { captured_minor: 0, refunding_minor: 0, refunded_minor: 0 }

function withSums({ payments, attempts, entries }: Money) {
  const sums = new Map<string, Sums>()
  const add = (paymentId: string, name: keyof Sums, amount: number): void => {
    const sum = sums.get(paymentId) ?? { ...none }
    sums.set(paymentId, { ...sum, [name]: sum[name] + amount })
  }
  for (const { payment_id, kind, amount_minor } of attempts)
    if (kind === 'refund') add(payment_id, 'refunding_minor', Number(amount_minor))
  for (const { payment_id, kind, amount_minor } of entries) {
    const amount = Number(amount_minor)
    if (kind === 'paid' || kind === 'approved') add(payment_id, 'captured_minor', amount)
    if (kind === 'refunded' || kind === 'refund_failed') add(payment_id, 'refunding_minor', -amount)
    if (kind === 'refunded') add(payment_id, 'refunded_minor', amount)
  }
  return payments.map((payment) => ({ ...payment, ...(sums.get(payment.id) ?? none) }))
}

/** The rules of the triggers (migrations 0031 and 0035) over all rows at once. */
async function assertSums(client: pg.PoolClient): Promise<void> {
  const { rows } = await client.query<{ id: string }>(`
    select p.id from payments p
    left join (select payment_id, sum(amount_minor) filter (where kind in ('paid', 'approved')) as captured,
        sum(amount_minor) filter (where kind in ('refunded', 'refund_failed')) as answered,
        sum(amount_minor) filter (where kind = 'refunded') as refunded
      from payment_entries group by payment_id) e on e.payment_id = p.id
    left join (select payment_id, sum(amount_minor) filter (where kind = 'refund') as asked
      from payment_attempts group by payment_id) a on a.payment_id = p.id
    left join parking_sessions s on s.id = p.parking_session_id
    left join rental_sessions r on r.id = p.rental_session_id
    where p.captured_minor <> coalesce(e.captured, 0) or p.refunded_minor <> coalesce(e.refunded, 0)
      or p.refunding_minor <> coalesce(a.asked, 0) - coalesce(e.answered, 0)
      or (p.type = 'session' and s.payment_state <> p.state) or r.payment_state <> p.state limit 1`)
  if (rows[0]) throw new Error(`the sums or the state of payment ${rows[0].id} are not those of its entries`)
}
