import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { stripeWebhook } from '@wheelhouse/contract/payments/payments.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'
import { makePayment } from './samples.ts'

const secret = 'whsec_test'
let w: TestApp
beforeAll(async () => {
  w = await testApp({ STRIPE_WEBHOOK_SECRET: secret })
})
afterAll(() => w.end())

/** The signature covers the time of the message and its bytes, as Stripe's does. */
function signed(payload: string, key = secret, at = w.clock.now()): string {
  const t = Math.floor(at.getTime() / 1000)
  return `t=${t},v1=${createHmac('sha256', key).update(`${t}.${payload}`).digest('hex')}`
}
const send = (body: object, signature?: string) => {
  const payload = JSON.stringify(body)
  const own = signed(payload)
  return w.app.inject({
    method: 'POST',
    url: stripeWebhook.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? own },
    payload,
  })
}
const about = (reference: string, type = 'payment_intent.succeeded') => ({
  type,
  data: { object: { id: reference, object: 'payment_intent' } },
})

/** Paid at the provider although we had given up: what the rider approved in the bank's app. */
async function paidThere(state: 'failed' | 'needs_approval'): Promise<{ id: string; reference: string }> {
  const id = await makePayment(w, state, { location_id: await w.make.location(null) })
  const reference = `sim_${id.replaceAll('-', '')}`
  await w.pool.query(`update payments set provider = 'stripe' where id = $1`, [id])
  await w.pool.query(
    `insert into simulated_movements (key, kind, reference, payment_id, amount_minor, currency, card, result, answers_at, created_at)
     values ($1, 'charge', $2, $3, 840, 'EUR', 'card_4242', 'paid', $4, $4)`,
    [`late ${id}`, reference, id, w.clock.now().toISOString()],
  )
  return { id, reference }
}
const stateOf = async (id: string) =>
  (
    await w.pool.query<{ state: string; captured_minor: number }>(
      'select state, captured_minor from payments where id = $1',
      [id],
    )
  ).rows[0]

test('a signed message makes the provider be asked, and what the rider paid in the bank’s app lands once', async () => {
  const { id, reference } = await paidThere('needs_approval')
  for (let time = 0; time < 3; time++) {
    expect((await send(about(reference))).statusCode).toBe(204)
    await w.runJobs()
  }
  expect(await stateOf(id)).toEqual({ state: 'paid', captured_minor: 840 })
})

test('a forged message is refused and changes nothing', async () => {
  const { id, reference } = await paidThere('failed')
  const reply = await send(about(reference), 't=1,v1=00')
  expect(reply.statusCode).toBe(400)
  expect(reply.json()).toMatchObject({ error_code: 'webhook_forged' })
  await w.runJobs()
  expect(await stateOf(id)).toEqual({ state: 'failed', captured_minor: 0 })
})

test('messages that arrive out of order, twice and at once leave what the provider says now', async () => {
  const { id, reference } = await paidThere('failed')
  const types = [
    'charge.refunded',
    'payment_intent.succeeded',
    'payment_intent.payment_failed',
    'payment_intent.created',
  ]
  const replies = await Promise.all([...types, ...types.toReversed()].map((type) => send(about(reference, type))))
  expect(replies.map(({ statusCode }) => statusCode)).toEqual(replies.map(() => 204))
  await w.runJobs()
  // Of the first attempt, long after it failed.
  await send(about(reference, 'payment_intent.payment_failed'))
  await w.runJobs()
  expect(await stateOf(id)).toEqual({ state: 'paid', captured_minor: 840 })
  const { rows } = await w.pool.query(`select 1 from payment_entries where payment_id = $1 and kind = 'paid'`, [id])
  expect(rows).toHaveLength(1)
})

test.each([
  ['of another payment under the same signature', () => signed(JSON.stringify(about('sim_other')))],
  ['signed with another secret', (payload: string) => signed(payload, 'whsec_guessed')],
  ['signed with no secret', (payload: string) => signed(payload, '')],
  ['recorded an hour ago', (payload: string) => signed(payload, secret, new Date(w.clock.now().getTime() - 3_600_000))],
  ['without a signature', () => ''],
])('a message %s is refused and asks nothing', async (_name, signatureOf) => {
  const { id, reference } = await paidThere('needs_approval')
  const body = about(reference)
  const reply = await send(body, signatureOf(JSON.stringify(body)))
  expect([reply.statusCode, reply.json().error_code]).toEqual([400, 'webhook_forged'])
  expect(await w.runJobs()).toBe(0)
  expect((await stateOf(id))?.captured_minor).toBe(0)
})

test('a message about a payment that is not ours is accepted and ignored', async () => {
  expect((await send(about('pi_of_another_shop'))).statusCode).toBe(204)
})
