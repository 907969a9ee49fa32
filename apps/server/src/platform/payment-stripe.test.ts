import { createHmac } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import { stripeStandIn } from '../../test/support/stripe-stand-in.ts'
import type { StripeReply, StripeRequest } from '../../test/support/stripe-stand-in.ts'
import { stripePayments, toldByStripe } from './payment-stripe.ts'

let close: () => void
afterEach(() => close())

/** The time limit is out of reach, unless a test is about it: a busy machine answers late. */
async function standIn(answer: (request: StripeRequest) => StripeReply, timeout_s = 60) {
  const server = await stripeStandIn(answer)
  close = server.close
  const config = { api_url: server.url, key: 'sk_test_key', webhook_secret: 'whsec_test', timeout_s }
  return { requests: server.requests, stripe: stripePayments(config) }
}

const ask = {
  key: 'attempt-1',
  payment_id: '018f0000-0000-7000-8000-000000000001',
  amount_minor: 840,
  currency: 'EUR',
  reference: null,
  method: { customer_reference: 'cus_1', reference: 'pm_1' },
}
const intent = (status: string, more: object = {}) => ({ id: 'pi_1', object: 'payment_intent', status, ...more })

describe('Stripe: charges', () => {
  test('a charge creates and confirms one intent, off session, under the key of the attempt', async () => {
    const { stripe, requests } = await standIn(() => ({ status: 200, body: intent('succeeded') }))
    expect(await stripe.charge(ask)).toEqual({ state: 'paid', result: 'succeeded', reference: 'pi_1' })
    expect(requests).toEqual([
      {
        method: 'POST',
        path: '/v1/payment_intents',
        key: 'attempt-1',
        authorization: 'Bearer sk_test_key',
        form: {
          amount: '840',
          currency: 'eur',
          customer: 'cus_1',
          payment_method: 'pm_1',
          off_session: 'true',
          confirm: 'true',
          'metadata[payment_id]': ask.payment_id,
        },
      },
    ])
  })

  test('a retry confirms the same intent again, so that Stripe cannot charge it twice', async () => {
    const { stripe, requests } = await standIn(({ method }) => ({
      status: 200,
      body: intent(method === 'GET' ? 'requires_payment_method' : 'succeeded'),
    }))
    expect(await stripe.charge({ ...ask, key: 'attempt-2', reference: 'pi_1' })).toMatchObject({ state: 'paid' })
    expect(requests[1]).toMatchObject({ path: '/v1/payment_intents/pi_1/confirm', key: 'attempt-2-confirm' })
  })

  test.each([
    ['succeeded', 'paid'],
    ['processing', 'pending'],
    ['canceled', 'cancelled'],
  ])('an intent that is %s is not confirmed again', async (status, state) => {
    const { stripe, requests } = await standIn(() => ({ status: 200, body: intent(status) }))
    expect(await stripe.approve({ ...ask, key: 'attempt-2', reference: 'pi_1' })).toMatchObject({ state })
    expect(requests.map(({ method }) => method)).toEqual(['GET'])
  })

  test('a key that was used with another card says nothing: what became of that charge is looked up', async () => {
    let found: object[] = []
    const { stripe } = await standIn(({ method }) => ({
      status: 200,
      body: method === 'GET' ? { data: found } : intent('succeeded'),
    }))
    await stripe.charge(ask)
    const again = { ...ask, method: { ...ask.method, reference: 'pm_2' } }
    await expect(stripe.charge(again)).rejects.toMatchObject({ fault: 'unavailable' })
    found = [intent('succeeded')]
    expect(await stripe.charge(again)).toEqual({ state: 'paid', result: 'succeeded', reference: 'pi_1' })
  })

  test.each([
    ['a declined card', { code: 'card_declined', decline_code: 'insufficient_funds' }, 'failed', 'insufficient_funds'],
    [
      'a bank that asks for the rider',
      { code: 'authentication_required' },
      'needs_approval',
      'authentication_required',
    ],
  ])('%s', async (_name, error, state, result) => {
    const body = { error: { type: 'card_error', ...error, payment_intent: intent('requires_payment_method') } }
    const { stripe } = await standIn(() => ({ status: 402, body }))
    expect(await stripe.charge(ask)).toEqual({ state, result, reference: 'pi_1' })
  })

  test('what was pending under the key is read again, because the key repeats its first answer', async () => {
    let status = 'processing'
    const { stripe } = await standIn(({ method }) => ({
      status: 200,
      body: intent(method === 'POST' ? 'processing' : status),
    }))
    expect((await stripe.charge(ask)).state).toBe('pending')
    status = 'succeeded'
    expect((await stripe.charge(ask)).state).toBe('paid')
  })

  test.each([
    ['silence', 'silence', 'no_answer'],
    ['a fault of the server', { status: 500, body: {} }, 'unavailable'],
    ['a refused key', { status: 401, body: {} }, 'key_refused'],
    ['too many requests', { status: 429, body: {} }, 'too_many_requests'],
    ['an answer that cannot be read', { status: 200, body: { nothing: true } }, 'malformed_answer'],
  ] as const)('%s is no answer, never a failed charge', async (_name, reply, fault) => {
    const { stripe } = await standIn(() => reply as StripeReply, reply === 'silence' ? 0.5 : undefined)
    await expect(stripe.charge(ask)).rejects.toMatchObject({ fault })
  })
})

describe('Stripe: refunds, cancellation, movements', () => {
  const refundAsk = { ...ask, key: 'attempt-3', reference: 'pi_1', amount_minor: 300, refund_reference: null }
  test.each([
    [{ status: 200, body: { id: 're_1', status: 'succeeded', amount: 300, currency: 'eur' } }, 'refunded'],
    [
      {
        status: 200,
        body: { id: 're_1', status: 'failed', amount: 300, currency: 'eur', failure_reason: 'lost_or_stolen_card' },
      },
      'refund_failed',
    ],
    [{ status: 400, body: { error: { code: 'charge_already_refunded' } } }, 'refund_failed'],
  ])('a refund answers %j', async (reply, state) => {
    const { stripe, requests } = await standIn(() => reply)
    expect((await stripe.refund(refundAsk)).state).toBe(state)
    expect(requests[0]).toMatchObject({
      path: '/v1/refunds',
      key: 'attempt-3',
      form: { payment_intent: 'pi_1', amount: '300' },
    })
  })

  test('a refund that Stripe has taken is read by its name and never asked for again', async () => {
    const refund = (status: string) => ({ id: 're_1', status, amount: 300, currency: 'eur' })
    const { stripe, requests } = await standIn(() => ({ status: 200, body: refund('pending') }))
    expect(await stripe.refund(refundAsk)).toMatchObject({ state: 'pending', reference: 're_1' })
    const asked = requests.length
    expect(await stripe.refund({ ...refundAsk, refund_reference: 're_1' })).toMatchObject({ state: 'pending' })
    expect(requests.slice(asked)).toMatchObject([{ method: 'GET', path: '/v1/refunds/re_1' }])
  })

  test('under a forgotten key the charge is looked up by our id, and nothing is charged again', async () => {
    const found = { id: 'pi_9', status: 'succeeded' }
    const { stripe, requests } = await standIn(() => ({ status: 200, body: { data: [found], has_more: false } }))
    const answer = await stripe.charge({ ...ask, isKeyForgotten: true })
    expect(answer).toEqual({ state: 'paid', result: 'succeeded', reference: 'pi_9' })
    expect(requests.map(({ method }) => method)).toEqual(['GET'])
    const url = new URL(requests[0]?.path ?? '', 'http://stripe.test')
    expect([url.pathname, url.searchParams.get('query')]).toEqual([
      '/v1/payment_intents/search',
      `metadata['payment_id']:'${ask.payment_id}'`,
    ])
  })

  test('a charge that Stripe never got is made after all', async () => {
    const { stripe, requests } = await standIn(({ method }) => ({
      status: 200,
      body: method === 'GET' ? { data: [] } : { id: 'pi_1', status: 'succeeded' },
    }))
    expect(await stripe.charge({ ...ask, isKeyForgotten: true })).toMatchObject({ state: 'paid', reference: 'pi_1' })
    expect(requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  })

  test('under a forgotten key the refund of this attempt is found among those of the payment', async () => {
    const refund = (id: string, attempt_id: string) => ({
      id,
      status: 'succeeded',
      amount: 840,
      currency: 'eur',
      metadata: { attempt_id },
    })
    const list = { data: [refund('re_1', 'attempt-0'), refund('re_2', 'attempt-1')], has_more: false }
    const { stripe, requests } = await standIn(({ path }) => ({
      status: 200,
      body: path.startsWith('/v1/refunds?') ? list : refund('re_2', 'attempt-1'),
    }))
    const { method: _, ...payment } = ask
    const asked = { ...payment, reference: 'pi_1', refund_reference: null, isKeyForgotten: true }
    expect(await stripe.refund(asked)).toEqual({ state: 'refunded', result: 'succeeded', reference: 're_2' })
    expect(requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`)).toEqual([
      'GET /v1/refunds',
      'GET /v1/refunds/re_2',
    ])
  })

  test('what was paid before it could be cancelled is too late', async () => {
    const { stripe } = await standIn(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { error: { code: 'payment_intent_unexpected_state' } } }
        : { status: 200, body: intent('succeeded') },
    )
    expect(await stripe.cancel({ ...ask, reference: 'pi_1' })).toEqual({ state: 'too_late', result: 'succeeded' })
  })

  test.each([
    ['JPY', 500, '500'],
    ['KWD', 5120, '5120'],
    // Two decimals there, none here; none there, two here.
    ['ISK', 500, '50000'],
    ['UGX', 500, '50000'],
    ['MGA', 50_000, '500'],
  ])('%s is asked for and read in the unit that Stripe takes', async (currency, amount_minor, amount) => {
    const refund = {
      id: 're_1',
      created: 0,
      status: 'succeeded',
      amount: Number(amount),
      currency: currency.toLowerCase(),
    }
    const received = { created: 0, amount_received: Number(amount), currency: currency.toLowerCase() }
    const { stripe, requests } = await standIn(({ path }) => ({
      status: 200,
      body: path.startsWith('/v1/refunds') ? refund : intent('succeeded', received),
    }))
    await stripe.charge({ ...ask, amount_minor, currency })
    await stripe.refund({ ...refundAsk, amount_minor, currency })
    expect(requests.map(({ form }) => form['amount'])).toEqual([amount, amount])
    for (const [kind, reference] of [
      ['charge', 'pi_1'],
      ['refund', 're_1'],
    ] as const)
      expect(await stripe.movement(kind, reference)).toMatchObject({ amount_minor, currency })
  })

  test('movements are read page by page', async () => {
    const charge = (id: string) => ({
      id,
      created: 86_399,
      status: 'succeeded',
      payment_intent: `pi_${id}`,
      amount_captured: 840,
      currency: 'eur',
      metadata: {},
    })
    const { stripe } = await standIn(({ path }) => {
      if (path.startsWith('/v1/refunds')) return { status: 200, body: { data: [], has_more: false } }
      const isSecond = path.includes('starting_after=a')
      return { status: 200, body: { data: [charge(isSecond ? 'b' : 'a')], has_more: !isSecond } }
    })
    const found = await stripe.movements(new Date(0), new Date(86_400_000))
    expect(found.map(({ reference, currency, at }) => [reference, currency, at])).toEqual([
      ['pi_a', 'EUR', '1970-01-01T23:59:59.000Z'],
      ['pi_b', 'EUR', '1970-01-01T23:59:59.000Z'],
    ])
  })

  test('one movement is read by its reference, and what moved no money is none', async () => {
    const received = { created: 0, amount_received: 840, currency: 'eur', metadata: { payment_id: ask.payment_id } }
    const { stripe } = await standIn(({ path }) => {
      if (path === '/v1/refunds/re_1')
        return { status: 200, body: { id: 're_1', created: 0, status: 'succeeded', amount: 300, currency: 'eur' } }
      if (path === '/v1/payment_intents/pi_1') return { status: 200, body: intent('succeeded', received) }
      if (path === '/v1/payment_intents/pi_2') return { status: 200, body: intent('processing', received) }
      return { status: 404, body: { error: { type: 'invalid_request_error', code: 'resource_missing' } } }
    })
    const at = '1970-01-01T00:00:00.000Z'
    const charge = { kind: 'charge', reference: 'pi_1', payment_id: ask.payment_id, amount_minor: 840 }
    expect(await stripe.movement('charge', 'pi_1')).toEqual({ ...charge, currency: 'EUR', at })
    expect(await stripe.movement('refund', 're_1')).toMatchObject({ reference: 're_1', amount_minor: 300, at })
    expect(await stripe.movement('charge', 'pi_2')).toBeNull()
    expect(await stripe.movement('refund', 're_9')).toBeNull()
  })
})

describe('Stripe: signed messages', () => {
  const secret = 'whsec_test'
  const now = new Date('2026-11-22T12:00:00.000Z')
  const raw = Buffer.from(JSON.stringify({ data: { object: { id: 'pi_1', object: 'payment_intent' } } }))
  const signed = (at: Date, key = secret, body = raw): string => {
    const t = Math.floor(at.getTime() / 1000)
    return `t=${t},v1=${createHmac('sha256', key).update(`${t}.`).update(body).digest('hex')}`
  }
  test.each([
    ['its own', signed(now), 'pi_1'],
    ['one of another key', signed(now, 'whsec_other'), undefined],
    ['one of another body', signed(now, secret, Buffer.from('{}')), undefined],
    ['one from six minutes ago', signed(new Date(now.getTime() - 360_000)), undefined],
    ['none', '', undefined],
    ['half of one', signed(now).slice(0, -10), undefined],
  ])('a message with %s signature names %s', (_name, signature, reference) => {
    expect(toldByStripe(secret, signature as string, raw, now)).toBe(reference)
  })
})
