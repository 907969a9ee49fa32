import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { listPaymentDifferences } from '@wheelhouse/contract/payments/payments.ts'
import { makeCharge, settlePayments } from '../../../test/support/make-charges.ts'
import { stockRights } from '../../../test/support/roles.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { Caller, TestApp } from '../../../test/support/test-app.ts'
import { comparePayments } from './comparison.ts'
import { makeDifference, makePayment } from './samples.ts'

let w: TestApp
let location: string
let support: Caller
const day = 86_400_000

beforeAll(async () => {
  w = await testApp()
  await w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => w.end())
beforeEach(async () => {
  const organization = await w.make.organization()
  location = await w.make.location(null, { owner_id: organization.id })
  await w.make.members('location', location, [organization.owner])
  support = await w.person([{ group_id: organization.owner, needs: stockRights('First-line support') }])
})

const charged = (digits: string): Promise<string> => makeCharge(w, { location, digits })
const settle = (): Promise<void> => settlePayments(w)
async function compare(): Promise<void> {
  await w.jobs.send(w.db, comparePayments, {})
  await w.runJobs()
}
/** Kind, day and whether it is open, of what was found about a reference. */
async function foundAbout(reference: string) {
  const { rows } = await w.pool.query<{ kind: string; day: string; is_open: boolean }>(
    'select kind, day::text as day, resolved_at is null as is_open from payment_differences where reference = $1',
    [reference],
  )
  return rows
}
/** The name of the charge at the provider, and of its payment here. */
const referenceOf = (id: string): string => `sim_${id.replaceAll('-', '')}`

test('lists what only one side has, and what agrees again is resolved', async () => {
  const [agreed, missing, wrong] = [await charged('4242'), await charged('4242'), await charged('4242')]
  await settle()
  await w.pool.query('delete from simulated_movements where payment_id = $1', [missing])
  await w.pool.query('update simulated_movements set amount_minor = 1 where payment_id = $1', [wrong])
  w.clock.advance(86_400_000)
  await compare()
  const differences = async () =>
    (await support.ask(listPaymentDifferences, { query: { status: ['open'] } })).items.map(
      ({ payment_id, kind }) => [payment_id, kind] as const,
    )
  expect(new Map(await differences())).toEqual(
    new Map([
      [missing, 'missing_there'],
      [wrong, 'amount_differs'],
    ]),
  )
  expect((await differences()).flat()).not.toContain(agreed)
  await w.pool.query('update simulated_movements set amount_minor = 840 where payment_id = $1', [wrong])
  await compare()
  expect((await differences()).flat()).not.toContain(wrong)
})

test('what no payment explains is for those who see all payments', async () => {
  const id = await charged('4242')
  await makeDifference(w, id)
  const stranger = await w.person([
    { group_id: (await w.make.organization()).owner, needs: stockRights('First-line support') },
  ])
  expect((await stranger.ask(listPaymentDifferences, { query: {} })).items).toEqual([])
})

test('what is missing here has the day on which it moved there, and is resolved whenever it lands here', async () => {
  const id = await makePayment(w, 'not_charged', { location_id: location })
  const reference = `${referenceOf(id)} of another day`
  const moved_at = w.clock.now().toISOString()
  await w.pool.query(
    `insert into simulated_movements (key, kind, reference, payment_id, amount_minor, currency, card, result, answers_at, created_at)
     values ($1, 'charge', $2, $3, 840, 'EUR', 'card_4242', 'paid', $4, $4)`,
    [`missing ${id}`, reference, id, moved_at],
  )
  w.clock.advance(day)
  await compare()
  const found = { kind: 'missing_here', day: moved_at.slice(0, 10) }
  expect(await foundAbout(reference)).toEqual([{ ...found, is_open: true }])
  w.clock.advance(4 * day)
  await compare()
  expect(await foundAbout(reference)).toEqual([{ ...found, is_open: true }])
  const late = await makePayment(w, 'paid', { location_id: location })
  await w.pool.query('update payments set reference = $2 where id = $1', [late, reference])
  w.clock.advance(day)
  await compare()
  expect(await foundAbout(reference)).toEqual([{ ...found, is_open: false }])
})

test('a charge that pended there for longer than the days compared is not missing', async () => {
  const id = await charged('4242')
  await settle()
  await w.pool.query(
    `update simulated_movements set created_at = created_at - interval '6 days' where payment_id = $1`,
    [id],
  )
  w.clock.advance(day)
  await compare()
  expect(await foundAbout(referenceOf(id))).toEqual([])
})

test('what was missing there weeks ago is resolved when it is found there', async () => {
  const id = await charged('4242')
  await settle()
  const { rows } = await w.pool.query('delete from simulated_movements where payment_id = $1 returning *', [id])
  w.clock.advance(day)
  await compare()
  expect(await foundAbout(referenceOf(id))).toMatchObject([{ kind: 'missing_there', is_open: true }])
  w.clock.advance(20 * day)
  await w.db.insertInto('simulated_movements').values(rows).execute()
  await compare()
  expect(await foundAbout(referenceOf(id))).toMatchObject([{ kind: 'missing_there', is_open: false }])
})
