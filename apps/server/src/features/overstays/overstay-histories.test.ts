import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  cancelOverstayFee,
  postponeOverstayStep,
  skipOverstayStep,
  undoOverstayStep,
} from '@wheelhouse/contract/overstays/overstays.ts'
import type { OverstayDetails, OverstayRecord } from '@wheelhouse/contract/overstays/overstays.ts'
import { holdOf, hourMs, overstaySteps, waitBefore } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import type { OverstayStep } from '@wheelhouse/contract/overstays/overstay-steps.ts'
import { makeOverstayPlace, pass, rewind, testRules, tick } from '../../../test/support/overstay-place.ts'
import type { OverstayPlace } from '../../../test/support/overstay-place.ts'
import { testApp } from '../../../test/support/test-app.ts'
import type { TestApp } from '../../../test/support/test-app.ts'

let w: TestApp
let place: OverstayPlace

beforeAll(async () => {
  w = await testApp()
  place = await makeOverstayPlace(w)
})
afterAll(() => w.end())

test('two processes that advance the same overstays take each step once', async () => {
  const ids = await Promise.all(
    Array.from({ length: 12 }, async () => place.park(50, { user_id: await place.rider() })),
  )
  for (const hours of [0, 0.01, 0.3, 24, 0.3, 48, 72, 168]) {
    w.clock.advance(hours * hourMs)
    await Promise.all([tick(w), tick(w), tick(w)])
  }
  await w.runJobs()
  const { rows } = await w.pool.query<{ step: string; done: number }>(
    `select step, count(*)::int as done from overstay_records where session_id = any($1) and action = 'done' group by step order by step`,
    [ids],
  )
  expect(rows).toEqual(['fee', 'notice', 'reminder'].map((step) => ({ step, done: ids.length })))
  const { rows: orders } = await w.pool.query(
    `select count(*)::int as orders from maintenance_log_entries where location_id = $1 and status = 'new'`,
    [place.location],
  )
  const { rows: payments } = await w.pool.query(`select count(*)::int as payments from payments where type = 'penalty'`)
  expect([orders, payments]).toEqual([[{ orders: ids.length }], [{ payments: ids.length }]])
})

test('after a stop of months one step is taken, and the next one waits its whole time', async () => {
  rewind(w)
  const user_id = await place.rider()
  const id = await place.park(50, { user_id })
  await tick(w)
  await pass(w, 24 * 100)
  const overstay = await place.read(id)
  expect(overstay).toMatchObject({ step: 'notice', state: 'planned' })
  expect(Date.parse(overstay.due_at ?? '') - w.clock.now().getTime()).toBe(24 * hourMs)
  for (let minute = 0; minute < 5; minute++) await pass(w, 1 / 60)
  const { rows } = await w.pool.query('select 1 from user_messages where user_id = $1', [user_id])
  expect(rows).toHaveLength(1)
})

type Act =
  | { kind: 'wait'; hours: number }
  | { kind: 'end' }
  | { kind: 'skip' | 'postpone' | 'undo' | 'cancel_fee'; hours: number }
const hours = fc.integer({ min: 1, max: 200 })
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ kind: fc.constant('wait' as const), hours }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constantFrom('skip' as const, 'postpone', 'undo', 'cancel_fee'), hours }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const) }) },
)
const routes = {
  skip: skipOverstayStep,
  postpone: postponeOverstayStep,
  undo: undoOverstayStep,
  cancel_fee: cancelOverstayFee,
}
const reason = 'Drawn by chance'

async function perform(id: string, one: Act): Promise<void> {
  if (one.kind === 'wait') return pass(w, one.hours)
  if (one.kind === 'end') {
    const at = w.clock.now().toISOString()
    await w.pool.query(
      `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = $2 where id = $1 and status <> 'ended'`,
      [id, at],
    )
    return
  }
  const body = one.kind === 'postpone' || one.kind === 'undo' ? { reason, hours: one.hours } : { reason }
  const { status } = await place.move(routes[one.kind], id, body)
  expect([200, 409]).toContain(status)
}

const at = (record: OverstayRecord): number => Date.parse(record.at)

/** Says in another way than the code what no history may break. */
function assertLawful({ records, started_at }: OverstayDetails, ended: number | null): void {
  const done = new Map<OverstayStep, number>()
  let lastEnd = Date.parse(started_at) + 48 * hourMs
  let began: OverstayRecord | null = null
  for (const record of records) {
    if (record.action === 'began') {
      // The legal waiting time passed since the step before it was over, and nothing begins after the bicycle is gone.
      const wait = waitBefore(testRules, record.step as OverstayStep) ?? 0
      expect(at(record)).toBeGreaterThanOrEqual(lastEnd + wait * hourMs)
      if (ended !== null) expect(at(record)).toBeLessThanOrEqual(ended)
      began = record
    }
    if (record.action === 'done') {
      expect(began?.step).toBe(record.step)
      expect(at(record)).toBeGreaterThanOrEqual(
        at(began as OverstayRecord) + (holdOf(testRules, record.step as OverstayStep) ?? 0),
      )
      expect(done.has(record.step as OverstayStep)).toBe(false)
      if (ended !== null) expect(at(record)).toBeLessThanOrEqual(ended)
      done.set(record.step as OverstayStep, at(record))
    }
    if (['done', 'skipped', 'fee_cancelled'].includes(record.action)) [lastEnd, began] = [at(record), null]
    // What was taken back begins again after the time that the person chose.
    if (record.action === 'undone') [lastEnd, began] = [Number.NEGATIVE_INFINITY, null]
  }
  const order = [...done.keys()].map((step) => overstaySteps.indexOf(step))
  expect(order).toEqual(order.toSorted((a, b) => a - b))
  if (done.has('fee')) expect(done.has('notice')).toBe(true)
}

test('over any history no step comes early, twice, out of order, without its notice or after the bicycle is gone', async () => {
  let [steps, closed] = [0, 0]
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 6, maxLength: 18 }), async (acts) => {
      rewind(w)
      const id = await place.park(50, { user_id: await place.rider() })
      await tick(w)
      for (const one of acts) await perform(id, one)
      await tick(w)
      const overstay = await place.read(id)
      const { rows } = await w.pool.query<{ ended_at: string | null }>(
        'select ended_at from parking_sessions where id = $1',
        [id],
      )
      const ended = rows[0]?.ended_at ?? null
      assertLawful(overstay, ended === null ? null : Date.parse(ended))
      expect(overstay.state === 'closed').toBe(ended !== null)
      const charged = overstay.records.filter(({ step, action }) => step === 'fee' && action === 'done').length
      const { rows: payments } = await w.pool.query('select 1 from payments where charge_key = $1', [`overstay ${id}`])
      expect(payments).toHaveLength(charged)
      steps += overstay.records.length
      closed += ended === null ? 0 : 1
      await w.pool.query(
        `update parking_sessions set status = 'ended', how_ended = 'normal', ended_at = now() where id = $1`,
        [id],
      )
    }),
    { numRuns: 40 },
  )
  // Histories in which nothing happens would prove nothing.
  expect(steps).toBeGreaterThan(120)
  expect(closed).toBeGreaterThan(2)
})
