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

const send = (body: object, signature?: string) => {
  const payload = JSON.stringify(body)
  const t = Math.floor(w.clock.now().getTime() / 1000)
  const own = `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${payload}`).digest('hex')}`
  return w.app.inject({
    method: 'POST',
    url: stripeWebhook.path,
    headers: { 'content-type': 'application/json', 'stripe-signature': signature ?? own },
    payload,
  })
}
const about = (reference: string) => ({
  type: 'payment_intent.succeeded',
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

test('a message about a payment that is not ours is accepted and ignored', async () => {
  expect((await send(about('pi_of_another_shop'))).statusCode).toBe(204)
})
