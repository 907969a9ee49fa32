import { setTimeout as pause } from 'node:timers/promises'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { getPayment, refundPayment } from '@wheelhouse/contract/payments/payments.ts'
import { askForPayment } from '../../apps/server/src/features/payments/provider-answers.ts'
import { allJobs } from '../../apps/server/src/features/jobs.ts'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { openJobs } from '../../apps/server/src/platform/jobs.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { makeCharge } from '../../apps/server/test/support/make-charges.ts'
import { must } from '../bench.ts'
import type { Ground } from './ground.ts'
import { askOrFail, isOfTheFault } from './writes.ts'

const amount_minor = 840

interface Refunds {
  ids: string[]
  unexplained: string[]
  /** Resolves when every payment is refunded; `isOver` ends it before. */
  done: Promise<void>
  end(): void
  /** How many are refunded. */
  count(): number
}

/** Charges so many stays, and refunds each as soon as it is paid; each call is repeated until it is confirmed. */
export async function startRefunds(ground: Ground, url: string, charges: number): Promise<Refunds> {
  const { db, token, location_id } = ground
  const unexplained: string[] = []
  let [isOver, count] = [false, 0]
  const ids: string[] = []
  for (let n = 0; n < charges; n++)
    ids.push(await makeCharge({ db, clock: systemClock }, { location: location_id, digits: '4242', amount_minor }))
  await askProvider(ground, ids)

  async function untilConfirmed(call: Parameters<typeof askOrFail>[0]): Promise<unknown> {
    while (!isOver) {
      const reply = await askOrFail({ ...call, token })
      if (reply.status === 200) return JSON.parse(reply.text)
      if (!isOfTheFault(reply)) unexplained.push(`${call.url} answered ${reply.status}: ${reply.text.slice(0, 200)}`)
      await pause(100)
    }
    return {}
  }
  async function refund(id: string): Promise<void> {
    const address = `${url}${getPayment.path.replace(':payment_id', id)}`
    const until = async (state: string): Promise<unknown> => {
      for (;;) {
        const payment = Object(await untilConfirmed({ url: address }))
        if (isOver || fieldOf(payment, 'state') === state) return payment
        await pause(200)
      }
    }
    const paid = Object(await until('paid'))
    await untilConfirmed({
      url: `${url}${refundPayment.path.replace(':payment_id', id)}`,
      method: 'POST',
      body: { amount_minor, reason: 'The rider called us' },
      headers: { 'idempotency-key': `refund-${id}`, 'if-match': `"${String(fieldOf(paid, 'version'))}"` },
    })
    await until('refunded')
    if (!isOver) count++
  }
  const done = Promise.all(ids.map(refund)).then(() => {})
  return { ids, unexplained, done, end: () => void (isOver = true), count: () => count }
}

/** As the verbs of a stay do when it ends. */
async function askProvider({ db, databaseUrl }: Ground, ids: readonly string[]): Promise<void> {
  const jobs = openJobs(databaseUrl, createLog('silent'), allJobs, true)
  await jobs.sendAll(
    db,
    askForPayment,
    ids.map((payment_id) => ({ payment_id })),
  )
  await jobs.stop()
}

/** The provider's book and ours have one charge and at most one refund for each. */
export async function checkPayments({ pool }: Ground, { ids, unexplained }: Refunds): Promise<void> {
  const { rows } = await pool.query<{ id: string; kind: string; there: number; here: number }>(
    `select p.id, k.kind,
       (select count(*)::int from simulated_movements m
        where m.payment_id = p.id and m.kind = k.kind and m.result = k.result) as there,
       (select count(*)::int from payment_entries e where e.payment_id = p.id and e.kind = k.result) as here
     from payments p cross join (values ('charge', 'paid'), ('refund', 'refunded')) k(kind, result)
     where p.id = any($1::uuid[])`,
    [ids],
  )
  must(rows.length === 2 * ids.length, 'Payments are lost')
  const twice = rows.filter(({ there, here }) => there > 1 || here > 1)
  must(twice.length === 0, `${twice.length} movements of money were made twice: ${twice[0]?.kind} of ${twice[0]?.id}`)
  const missing = rows.filter(({ there, here }) => there !== 1 || here !== 1)
  must(
    missing.length === 0,
    `${missing.length} movements of money are missing: ${missing[0]?.kind} of ${missing[0]?.id}`,
  )
  must(unexplained.length === 0, unexplained[0] ?? '')
}

/** A second movement of the first payment, as if it had been asked for under another key. */
export async function plantDouble({ pool }: Ground): Promise<void> {
  await pool.query(
    `insert into simulated_movements
     select (jsonb_populate_record(null::simulated_movements, to_jsonb(m) || jsonb_build_object('key', m.key || ' again'))).*
     from simulated_movements m where m.kind = 'charge' limit 1`,
  )
}
