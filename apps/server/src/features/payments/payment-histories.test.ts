import fc from 'fast-check'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { stateOf } from '@wheelhouse/contract/payments/payment-states.ts'
import type { AttemptKind, EntryKind, PaymentAction } from '@wheelhouse/contract/payments/payment-states.ts'
import {
  approvePayment,
  cancelPayment,
  getPayment,
  refundPayment,
  retryPayment,
} from '@wheelhouse/contract/payments/payments.ts'
import type { PaymentDetails } from '@wheelhouse/contract/payments/payments.ts'
import { dyingDatabase, Killed } from '../../../test/support/dying-database.ts'
import { booksOf, makeCharge, settlePayments } from '../../../test/support/make-charges.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Answer, Caller, TestApp } from '../../../test/support/test-app.ts'
import { runAskForPayment } from './provider-answers.ts'

let w: TestApp
let location: string
let support: Caller
beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
  const organization = await w.make.organization()
  location = await w.make.location(null, { owner_id: organization.id })
  await w.make.members('location', location, [organization.owner])
  support = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
})
afterAll(() => w.end())

const charged = (digits: string): Promise<string> => makeCharge(w, { location, digits })
const settle = (seconds = 0): Promise<void> => settlePayments(w, seconds)
const get = async (id: string): Promise<PaymentDetails> => await support.ask(getPayment, { params: { payment_id: id } })

const routes = { refund: refundPayment, retry: retryPayment, approve: approvePayment, cancel: cancelPayment }
interface Asked {
  action: PaymentAction
  amount_minor?: number
  key?: string
  version?: number
}
async function ask(id: string, { action, amount_minor, key = uuidv7(), version }: Asked): Promise<Answer> {
  return support.send(routes[action], {
    params: { payment_id: id },
    body: { reason: 'The rider called us', ...(action === 'refund' ? { amount_minor } : {}) },
    headers: { 'if-match': `"${version ?? (await get(id)).version}"`, 'idempotency-key': `${id}-${key}` },
  })
}

interface Book {
  charges: number
  captured: number
  refunds: number
  refunded: number
}
/** What the provider's own book says: the independent side of every proof here. */
async function bookOf(id: string): Promise<Book> {
  const { rows } = await w.pool.query<Book>(
    `select count(*) filter (where kind = 'charge')::int as charges, coalesce(sum(amount_minor) filter (where kind = 'charge'), 0)::int as captured,
       count(*) filter (where kind = 'refund')::int as refunds, coalesce(sum(amount_minor) filter (where kind = 'refund'), 0)::int as refunded
     from simulated_movements m where payment_id = $1 and result in ('paid', 'refunded')
       and not exists (select from simulated_movements c where c.reference = m.reference and c.kind = 'cancel' and c.created_at < m.answers_at)`,
    [id],
  )
  return rows[0] as Book
}

/** Everything that must hold of a payment for which nothing waits any more. */
async function expectSound(id: string): Promise<PaymentDetails> {
  const payment = await get(id)
  const waiting = payment.attempts.filter(({ result }) => result === null).map(({ kind }): AttemptKind => kind)
  expect(payment.state).toBe(stateOf(payment.entries, waiting))
  const sum = (kinds: readonly EntryKind[]) =>
    payment.entries.reduce((total, { kind, amount_minor }) => total + (kinds.includes(kind) ? amount_minor : 0), 0)
  expect(payment.captured_minor).toBe(sum(['paid', 'approved']))
  expect(payment.refunded_minor).toBe(sum(['refunded']))
  expect([0, payment.amount_minor]).toContain(payment.captured_minor)
  expect(payment.refunded_minor + payment.refunding_minor).toBeLessThanOrEqual(payment.captured_minor)
  const books = await booksOf(w, id)
  expect(books.rider + books.provider + books.revenue).toBe(0)
  expect(books.provider).toBe(payment.captured_minor - payment.refunded_minor)
  return payment
}

async function expectBothBooksEqual(id: string): Promise<void> {
  const { captured_minor, refunded_minor, waiting } = await expectSound(id)
  const book = await bookOf(id)
  expect(waiting).toEqual([])
  expect(book.charges).toBeLessThanOrEqual(1)
  expect([book.captured, book.refunded]).toEqual([captured_minor, refunded_minor])
}

/** A process that asks the provider, or was notified by it, and is killed after so many statements; null: it is not. */
async function runProcess(id: string, isTold: boolean, death: { statements: number; isDoneUnheard: boolean } | null) {
  const db = death === null ? w.db : dyingDatabase(w.pool, death)
  const process = { db, clock: w.clock, config: w.config, log: w.log, jobs: w.jobs }
  const ctx = { ...process, correlation_id: uuidv7(), signal: new AbortController().signal }
  try {
    await runAskForPayment({ payment_id: id, isTold }, ctx)
  } catch (error) {
    if (!(error instanceof Killed)) throw error
  }
}

describe('over random histories of charges, refunds, retries, approvals, late answers and killed processes', () => {
  const digits = fc.constantFrom('4242', '0002', '9995', '3155', '3178', '5126', '0077', '0119')
  // A process that lands one answer needs about thirty statements, so most deaths are in the middle of its work.
  const death = fc.option(fc.record({ statements: fc.nat(36), isDoneUnheard: fc.boolean() }), { nil: null })
  const step = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.record({ act: fc.constantFrom<PaymentAction>('refund', 'retry', 'approve', 'cancel') }),
    },
    { weight: 4, arbitrary: fc.record({ act: fc.constant('process' as const), isTold: fc.boolean(), death }) },
    { weight: 2, arbitrary: fc.record({ act: fc.constant('wait' as const), seconds: fc.constantFrom(1, 45, 130) }) },
  )
  const history = fc.record({
    card: digits,
    steps: fc.array(step, { minLength: 4, maxLength: 14 }),
    part: fc.integer({ min: 1, max: 900 }),
  })

  test('the journal balances, nothing is charged twice, and our book is the provider’s', async () => {
    let [deaths, moves] = [0, 0]
    await fc.assert(
      fc.asyncProperty(history, async ({ card, steps, part }) => {
        const id = await charged(card)
        for (const one of steps) {
          if (one.act === 'wait') w.clock.advance(one.seconds * 1000)
          else if (one.act !== 'process') {
            const { status } = await ask(id, { action: one.act, amount_minor: part })
            expect([200, 409]).toContain(status)
            moves += status === 200 ? 1 : 0
          } else {
            deaths += one.death === null ? 0 : 1
            // Another process may do the same at the same time.
            const other = part % 2 === 1 ? [runProcess(id, false, null)] : []
            await Promise.all([runProcess(id, one.isTold, one.death), ...other])
          }
          await expectSound(id)
        }
        for (let turn = 0; turn < 3; turn++) await settle(150)
        await runProcess(id, true, null)
        await settle(150)
        await expectBothBooksEqual(id)
      }),
      { numRuns: 30 },
    )
    // Histories in which nothing happens would prove nothing.
    expect([deaths > 10, moves > 10]).toEqual([true, true])
  }, 180_000)

  test.each(['4242', '9995', '3155', '5126'])(
    'card %s: killed at each statement in turn, before and after it is done, a charge and its refund are done once',
    async (card) => {
      const payments: { id: string; death: { statements: number; isDoneUnheard: boolean } }[] = []
      for (let statements = 0; statements < 40; statements += 3)
        for (const isDoneUnheard of [false, true])
          payments.push({ id: await charged(card), death: { statements, isDoneUnheard } })
      for (const { id, death } of payments) await runProcess(id, false, death)
      await settle(150)
      for (const { id, death } of payments) {
        await ask(id, { action: card === '3155' ? 'approve' : 'retry' })
        await runProcess(id, false, death)
      }
      await settle(150)
      for (const { id, death } of payments) {
        await ask(id, { action: 'refund', amount_minor: 300 })
        await runProcess(id, false, { ...death, statements: death.statements + 1 })
      }
      await settle(150)
      for (const { id } of payments) {
        await expectBothBooksEqual(id)
        expect((await get(id)).refunded_minor).toBe(card === '5126' ? 0 : 300)
      }
    },
    120_000,
  )
})

describe('fifty requests at once on one payment', () => {
  test.each([
    ['equal, under one key', () => 'one-key'],
    ['different', () => uuidv7()],
  ])('%s: one effect', async (_name, key) => {
    const id = await charged('4242')
    await settle()
    const { version } = await get(id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, () => ask(id, { action: 'refund', amount_minor: 500, key: key(), version })),
    )
    const done = answers.filter(({ status }) => status === 200).length
    expect(done).toBe(key() === 'one-key' ? 50 : 1)
    await settle()
    expect(await get(id)).toMatchObject({ refunded_minor: 500, refunding_minor: 0 })
    expect(await bookOf(id)).toMatchObject({ refunds: 1, refunded: 500 })
  })

  test('fifty refunds of different sums, asked for again until all are refused: what was accepted is what left', async () => {
    const id = await charged('4242')
    await settle()
    const sums = Array.from({ length: 50 }, (_, nth) => 7 + nth * 5)
    const accepted: number[] = []
    for (let round = 0; round < 12; round++) {
      const answers = await Promise.all(sums.map((amount_minor) => ask(id, { action: 'refund', amount_minor })))
      const taken = answers.flatMap(({ status }, nth) => (status === 200 ? [sums[nth] as number] : []))
      expect(taken.length).toBeLessThanOrEqual(1)
      accepted.push(...taken)
      await settle()
    }
    const total = accepted.reduce((sum, one) => sum + one, 0)
    expect(total).toBeLessThanOrEqual(840)
    expect(await bookOf(id)).toMatchObject({ refunds: accepted.length, refunded: total })
    await expectBothBooksEqual(id)
  }, 60_000)

  test.each([
    ['9995', ['retry', 'refund', 'cancel', 'approve'], 'failed'],
    ['3155', ['approve', 'cancel', 'retry', 'refund'], 'needs_approval'],
    ['0077', ['cancel', 'refund', 'retry', 'approve'], 'pending'],
  ] as const)('card %s: fifty different actions have one effect', async (card, actions, state) => {
    const id = await charged(card)
    await settle()
    const { version, state: before, attempts } = await get(id)
    expect(before).toBe(state)
    const answers = await Promise.all(
      Array.from({ length: 50 }, (_, nth) =>
        ask(id, { action: actions[nth % actions.length] as PaymentAction, amount_minor: 1 + nth, version }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect((await get(id)).attempts).toHaveLength(attempts.length + 1)
    for (let turn = 0; turn < 3; turn++) await settle(150)
    await expectBothBooksEqual(id)
  })
})
