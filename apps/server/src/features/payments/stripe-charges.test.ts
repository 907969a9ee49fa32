import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { cancelPayment, getPayment, retryPayment } from '@wheelhouse/contract/payments/payments.ts'
import { booksOf, makeCharge, settlePayments } from '../../../test/support/make-charges.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { stripeStandIn } from '../../../test/support/stripe-stand-in.ts'
import type { StripeReply, StripeRequest } from '../../../test/support/stripe-stand-in.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'

type Server = Awaited<ReturnType<typeof stripeStandIn>>
let w: TestApp
let stripe: Server
let location: string
let support: Caller
/** What Stripe answers to the creation of an intent, to its confirmation, and when it is asked about it. */
let created: StripeReply
let confirmed: () => StripeReply
let known: { id: string; status: string } | null

const intent = (status: string) => ({ id: 'pi_1', status })
const reply = (body: object): StripeReply => ({ status: 200, body })

function answer({ method, path }: StripeRequest): StripeReply {
  if (path.startsWith('/v1/payment_intents/search')) return reply({ data: known ? [known] : [] })
  if (method === 'GET') return known ? reply(known) : { status: 404, body: { error: { code: 'resource_missing' } } }
  return path === '/v1/payment_intents' ? created : confirmed()
}

beforeAll(async () => {
  stripe = await stripeStandIn(answer)
  w = await testApp({
    PAYMENT_PROVIDER: 'stripe',
    STRIPE_KEY: 'sk_test_key',
    STRIPE_WEBHOOK_SECRET: 'whsec_test',
    STRIPE_API_URL: stripe.url,
    STRIPE_TIMEOUT_S: '60',
  })
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(async () => {
  await w.end()
  stripe.close()
})
beforeEach(async () => {
  // What other tests left waiting must not be asked about here, and the name of its intent is free.
  await w.pool.query('update payments set due_at = null, reference = null')
  stripe.requests.length = 0
  known = null
  confirmed = () => ({ status: 500, body: {} })
  const organization = await w.make.organization()
  location = await w.make.location(null, { owner_id: organization.id })
  await w.make.members('location', location, [organization.owner])
  support = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
})

const settle = (seconds = 0): Promise<void> => settlePayments(w, seconds)
const get = (id: string) => support.ask(getPayment, { params: { payment_id: id } })
const move = async (id: string, route: typeof cancelPayment | typeof retryPayment): Promise<number> => {
  const headers = { 'if-match': `"${(await get(id)).version}"` }
  return (await support.call(route, { params: { payment_id: id }, body: { reason: 'The rider called us' }, headers }))
    .status
}
const posted = () => stripe.requests.filter(({ method }) => method === 'POST').map(({ path }) => path.slice(4))

/** A charge of a rider who pays with this card. */
async function charged(card: string): Promise<{ id: string; useCard: (other: string | null) => Promise<unknown> }> {
  const id = await makeCharge(w, { location, digits: null })
  const { user_id } = await w.db.selectFrom('payments').select('user_id').where('id', '=', id).executeTakeFirstOrThrow()
  await w.pool.query(
    `insert into payment_methods (id, user_id, provider, customer_reference, reference, brand, last_digits, created_at)
      values ($1, $2, 'stripe', 'cus_1', $3, 'Visa', '4242', $4)`,
    [uuidv7(), user_id, card, w.clock.now().toISOString()],
  )
  const useCard = (other: string | null) =>
    other === null
      ? w.pool.query('delete from payment_methods where user_id = $1', [user_id])
      : w.pool.query('update payment_methods set reference = $2 where user_id = $1', [user_id, other])
  return { id, useCard }
}

test('a charge that Stripe is processing is read until it ends, and asked for once', async () => {
  const { id } = await charged('pm_1')
  created = reply(intent('processing'))
  known = intent('processing')
  await settle()
  await settle(60)
  expect(await get(id)).toMatchObject({ state: 'pending', waiting: ['charge'] })
  known = intent('succeeded')
  await settle(300)
  expect(await get(id)).toMatchObject({ state: 'paid', waiting: [], captured_minor: 840 })
  expect(posted()).toEqual(['payment_intents'])
})

test('a retry that Stripe is processing is confirmed once as well', async () => {
  const { id } = await charged('pm_1')
  created = {
    status: 402,
    body: { error: { code: 'card_declined', payment_intent: intent('requires_payment_method') } },
  }
  await settle()
  known = intent('requires_payment_method')
  confirmed = () => reply((known = intent('processing')))
  expect(await move(id, retryPayment)).toBe(200)
  await settle()
  expect((await get(id)).state).toBe('pending')
  // A bank that refuses later leaves the intent as it was before it was confirmed.
  known = intent('requires_payment_method')
  await settle(60)
  expect((await get(id)).state).toBe('failed')
  expect(posted()).toEqual(['payment_intents', 'payment_intents/pi_1/confirm'])
})

test('another card after a charge that was not answered is not charged as well', async () => {
  const { id, useCard } = await charged('pm_1')
  created = { status: 200, body: intent('succeeded'), isLost: true }
  await settle()
  await useCard('pm_2')
  await settle(20)
  expect(await get(id)).toMatchObject({ state: 'pending', waiting: ['charge'] })
  known = intent('succeeded')
  await settle(60)
  expect(await get(id)).toMatchObject({ state: 'paid', captured_minor: 840, reference: 'pi_1' })
})

test('a charge that was not answered is looked up before it fails for want of a card', async () => {
  const { id, useCard } = await charged('pm_1')
  created = { status: 200, body: intent('succeeded'), isLost: true }
  await settle()
  await useCard(null)
  await settle(20)
  expect(await get(id)).toMatchObject({ state: 'pending', waiting: ['charge'] })
  known = intent('succeeded')
  await settle(60)
  expect(await get(id)).toMatchObject({ state: 'paid', captured_minor: 840 })
})

test('a charge that Stripe never got fails without a card, and what should cancel it ends with it', async () => {
  const { id, useCard } = await charged('pm_1')
  created = { status: 429, body: {} }
  await settle()
  await useCard(null)
  expect(await move(id, cancelPayment)).toBe(200)
  await settle(20)
  expect((await get(id)).waiting).toEqual(['charge', 'cancellation'])
  await settle(900)
  expect(await get(id)).toMatchObject({ state: 'cancelled', waiting: [], due_at: null })
  expect(await booksOf(w, id)).toEqual({ rider: 0, provider: 0, revenue: 0 })
})

test('a charge that Stripe refuses before it makes an intent can be cancelled', async () => {
  const { id } = await charged('pm_1')
  created = { status: 429, body: {} }
  await settle()
  expect(await move(id, cancelPayment)).toBe(200)
  created = { status: 400, body: { error: { type: 'invalid_request_error', code: 'parameter_invalid_integer' } } }
  await settle(20)
  expect(await get(id)).toMatchObject({ state: 'cancelled', waiting: [], due_at: null })
})
