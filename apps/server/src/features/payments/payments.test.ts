import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { uuidv7 } from 'uuidv7'
import { canMove, paymentActions, paymentMoves, paymentStates } from '@wheelhouse/contract/payments/payment-states.ts'
import type { PaymentAction } from '@wheelhouse/contract/payments/payment-states.ts'
import {
  approvePayment,
  cancelPayment,
  getPayment,
  getPaymentTotals,
  listPayments,
  refundPayment,
  retryPayment,
} from '@wheelhouse/contract/payments/payments.ts'
import type { PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import { booksOf, makeCharge, settlePayments } from '../../../test/support/make-charges.ts'
import { refuseRows } from '../../../test/support/refused-rows.ts'
import { stockRights } from '../../../test/support/roles.ts'
import type { Organization } from '../../../test/support/factories.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let organization: Organization
let location: string
let support: Caller

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  organization = await w.make.organization()
  location = await w.make.location(null, { owner_id: organization.id })
  await w.make.members('location', location, [organization.owner])
  support = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
})

const charged = (digits: string | null, amount_minor = 840, session = uuidv7()): Promise<string> =>
  makeCharge(w, { location, digits, amount_minor, session })

const get = async (id: string): Promise<PaymentDetails> => await support.ask(getPayment, { params: { payment_id: id } })

const routes = { refund: refundPayment, retry: retryPayment, approve: approvePayment, cancel: cancelPayment }
const reason = 'The rider called us'
async function move(id: string, action: PaymentAction, more: object = {}, headers: object = {}): Promise<Answer> {
  const { version } = await get(id)
  return support.send(routes[action], {
    params: { payment_id: id },
    body: { reason, ...more },
    headers: { 'if-match': `"${version}"`, ...headers },
  })
}

const settle = (seconds = 0): Promise<void> => settlePayments(w, seconds)

describe('values: payment state, moves', () => {
  test('the table allows exactly the moves of the values', () => {
    const allowed = paymentActions.map((action) => [action, [...paymentMoves[action].from].sort()])
    expect(Object.fromEntries(allowed)).toEqual({
      refund: ['approved', 'paid', 'refund_failed'],
      retry: ['failed'],
      approve: ['needs_approval'],
      cancel: ['needs_approval', 'pending'],
    })
    const now = { amount_minor: 840, captured_minor: 0, refunding_minor: 0, refunded_minor: 0, waiting: [] }
    for (const state of paymentStates)
      for (const action of paymentActions)
        expect(canMove({ ...now, state, captured_minor: action === 'refund' ? 840 : 0 }, action)).toBe(
          (paymentMoves[action].from as readonly string[]).includes(state),
        )
  })

  test.each([
    ['4242', 'paid', null],
    ['0002', 'failed', 'card_declined'],
    ['3155', 'needs_approval', 'authentication_required'],
    [null, 'failed', 'no_payment_method'],
  ])('a card ending in %s leaves the payment %s', async (digits, state, word) => {
    const id = await charged(digits)
    expect((await get(id)).state).toBe('pending')
    await settle()
    expect(await get(id)).toMatchObject({ state, provider_result: word, waiting: [] })
  })

  test('a failed payment is retried, and the second charge is another attempt', async () => {
    const id = await charged('9995')
    await settle()
    expect((await move(id, 'retry')).body).toMatchObject({ state: 'pending' })
    await settle()
    const paid = await get(id)
    expect(paid).toMatchObject({ state: 'paid', reason, captured_minor: 840 })
    expect(paid.attempts.map(({ kind, result }) => [kind, result])).toEqual([
      ['retry', 'paid'],
      ['charge', 'failed'],
    ])
    expect(await booksOf(w, id)).toEqual({ rider: 0, provider: 840, revenue: -840 })
  })

  test('a payment that needs approval is approved, or cancelled with nothing owed', async () => {
    const [approved, cancelled] = [await charged('3155'), await charged('3155')]
    await settle()
    expect((await move(approved, 'approve')).status).toBe(200)
    expect((await move(cancelled, 'cancel')).status).toBe(200)
    await settle()
    expect((await get(approved)).state).toBe('approved')
    expect((await get(cancelled)).state).toBe('cancelled')
    expect(await booksOf(w, cancelled)).toEqual({ rider: 0, provider: 0, revenue: 0 })
  })

  test('spec 8: what the state does not allow is refused', async () => {
    const id = await charged('4242')
    await settle()
    for (const action of ['retry', 'approve', 'cancel'] as const)
      expect((await move(id, action)).body).toMatchObject({ error_code: 'payment_not_movable', state: 'paid' })
  })
})

describe('refunds', () => {
  test('in part, and then no more than what is left', async () => {
    const id = await charged('4242')
    await settle()
    expect((await move(id, 'refund', { amount_minor: 300 })).body).toMatchObject({
      refunding_minor: 300,
      state: 'paid',
    })
    await settle()
    expect(await get(id)).toMatchObject({ state: 'paid', refunded_minor: 300, refunding_minor: 0 })
    expect((await move(id, 'refund', { amount_minor: 541 })).body).toMatchObject({
      error_code: 'refund_too_high',
      refundable_minor: 540,
    })
    expect((await move(id, 'refund', { amount_minor: 540 })).status).toBe(200)
    await settle()
    expect(await get(id)).toMatchObject({ state: 'refunded', refunded_minor: 840 })
    expect((await move(id, 'refund', { amount_minor: 1 })).body).toMatchObject({ error_code: 'payment_not_movable' })
    expect(await booksOf(w, id)).toEqual({ rider: 0, provider: 0, revenue: 0 })
  })

  test('that the provider refuses can be asked for again', async () => {
    const id = await charged('5126')
    await settle()
    await move(id, 'refund', { amount_minor: 840 })
    await settle()
    expect(await get(id)).toMatchObject({
      state: 'refund_failed',
      provider_result: 'charge_disputed',
      refunding_minor: 0,
    })
    expect((await move(id, 'refund', { amount_minor: 840 })).status).toBe(200)
  })

  test.each([
    [{ amount_minor: 0 }, 'amount_minor'],
    [{ amount_minor: 1.5 }, 'amount_minor'],
    [{ amount_minor: 10, reason: 'Too short' }, 'reason'],
  ])('%j is refused', async (body, field) => {
    const id = await charged('4242')
    await settle()
    expect((await move(id, 'refund', body)).body).toMatchObject({ error_code: 'invalid_body', field })
  })

  test('the database itself refuses more than was paid, a second charge and an edited row', async () => {
    const id = await charged('4242')
    await settle()
    const refused = async (statement: string) => {
      const error: unknown = await w.pool.query(statement, [id]).then(
        () => null,
        (caught: unknown) => caught,
      )
      return (error as { constraint?: string } | null)?.constraint
    }
    expect(
      await refused(`insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at)
        values (gen_random_uuid(), $1, 9, 'refund', 841, 'system', now())`),
    ).toBe('never_refunded_more')
    expect(
      await refused(`insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
        values (gen_random_uuid(), $1, 9, 'paid', 840, 'provider', 'rider', now())`),
    ).toMatch(/^(paid_once|captured_once)$/)
    expect(await refused(`update payment_entries set amount_minor = 1 where payment_id = $1`)).toBe(
      'payment_rows_are_final',
    )
    expect(await refused(`delete from payment_attempts where payment_id = $1`)).toBe('payment_rows_are_final')
  })
})

describe('the provider answers late, twice or never', () => {
  test('a time-out leaves the payment pending, and the answer lands later', async () => {
    const id = await charged('0119')
    await settle()
    const silent = await get(id)
    expect(silent).toMatchObject({ state: 'pending', waiting: ['charge'], provider_result: 'no_answer' })
    await settle(20)
    expect((await get(id)).entries.filter(({ kind }) => kind === 'no_answer')).toHaveLength(1)
    await settle(90)
    expect(await get(id)).toMatchObject({ state: 'paid', waiting: [], due_at: null })
  })

  test('a pending charge can be cancelled, and is not charged later', async () => {
    const id = await charged('0077')
    await settle()
    expect((await move(id, 'cancel')).status).toBe(200)
    await settle()
    expect((await get(id)).state).toBe('cancelled')
    await settle(600)
    expect(await get(id)).toMatchObject({ state: 'cancelled', captured_minor: 0 })
  })

  test('two processes that ask at once charge once', async () => {
    const id = await charged('4242')
    const { runAskForPayment } = await import('./provider-answers.ts')
    const ctx = { ...w, correlation_id: uuidv7(), signal: new AbortController().signal }
    await Promise.all(Array.from({ length: 8 }, () => runAskForPayment({ payment_id: id, isTold: false }, ctx)))
    const { entries, captured_minor } = await get(id)
    expect(entries.filter(({ kind }) => kind === 'paid')).toHaveLength(1)
    expect(captured_minor).toBe(840)
    const { rows } = await w.pool.query('select 1 from simulated_movements where payment_id = $1', [id])
    expect(rows).toHaveLength(1)
  })

  test('a payment that cannot be written does not hold up the others', async () => {
    const broken = await charged('4242')
    w.clock.advance(1_000)
    const other = await charged('4242')
    const repair = await refuseRows(w, 'payment_entries', 'payment_id', broken)
    await settle()
    expect([(await get(broken)).state, (await get(other)).state]).toEqual(['pending', 'paid'])
    await repair()
    await settle()
    expect((await get(broken)).state).toBe('paid')
  })

  test('the same thing is charged once, however often it is asked for', async () => {
    const session = uuidv7()
    const ids = await Promise.all(Array.from({ length: 10 }, () => charged('4242', 840, session)))
    expect(new Set(ids).size).toBe(1)
  })
})

test('a refund that was read in another currency is refused', async () => {
  const id = await charged('4242')
  await settle()
  const { version } = await get(id)
  const answer = await support.call(refundPayment, {
    params: { payment_id: id },
    body: { amount_minor: 100, currency: 'JPY', reason },
    headers: { 'if-match': `"${version}"` },
  })
  expect(answer.body).toMatchObject({ error_code: 'invalid_body', field: 'currency' })
  expect(await get(id)).toMatchObject({ refunded_minor: 0, refunding_minor: 0 })
})

describe('rights: payments are seen with payment GET, where the session was', () => {
  test('by support, not by a viewer, a technician or support elsewhere', async () => {
    const id = await charged('4242')
    const elsewhere = await w.make.organization()
    for (const [who, status] of [
      [await w.person([{ group_id: organization.owner, needs: stockRights('Viewer') }]), 404],
      [await w.person([{ group_id: organization.owner, needs: stockRights('Technician') }]), 404],
      [await w.person([{ group_id: elsewhere.owner, needs: stockRights('First-line support') }]), 404],
      [support, 200],
    ] as const)
      expect((await who.call(getPayment, { params: { payment_id: id } })).status).toBe(status)
  })

  test('each action takes its right', async () => {
    const id = await charged('0002')
    await settle()
    const reader = await w.person([{ group_id: organization.owner, needs: { payment: ['GET'], location: ['GET'] } }])
    const { version } = await get(id)
    for (const route of [refundPayment, retryPayment, approvePayment, cancelPayment])
      expect(
        (
          await reader.send(route, {
            params: { payment_id: id },
            body: {},
            headers: { 'if-match': `"${version}"` },
          })
        ).status,
      ).toBe(403)
  })

  test('the list, its totals and its file hold the same payments', async () => {
    await charged('4242', 500)
    const refunded = await charged('4242', 840)
    await charged('0002', 100)
    await settle()
    await move(refunded, 'refund', { amount_minor: 40 })
    await settle()
    const { items } = await support.ask(listPayments, { query: {} })
    expect(items).toHaveLength(3)
    expect((await support.ask(listPayments, { query: { state: ['failed'] } })).items).toHaveLength(1)
    expect(await support.ask(getPaymentTotals, { query: {} })).toEqual({
      is_exact: true,
      totals: [
        {
          currency: 'EUR',
          payments: 3,
          charged_minor: 1440,
          captured_minor: 1340,
          refunded_minor: 40,
          open_minor: 100,
        },
      ],
    })
  })
})
