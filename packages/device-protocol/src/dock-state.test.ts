import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyDockState } from './dock-state.ts'
import type { DockRecord, DockStateChange } from './dock-state.ts'
import { dockStates } from './events.ts'
import { acceptSeq, maxSeqJump, seqOf } from './seq.ts'

const instant = fc
  .date({ min: new Date('2026-01-01T00:00:00Z'), max: new Date('2026-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString())
const change: fc.Arbitrary<DockStateChange> = fc.record({
  seq: fc.integer({ min: 1, max: 60 }).map((n) => seqOf(3, n)),
  at: instant,
  state: fc.constantFrom(...dockStates),
})
const history = fc.uniqueArray(change, { selector: (one) => one.seq, minLength: 1, maxLength: 25 })

const played = (changes: readonly DockStateChange[]): DockRecord | null =>
  changes.reduce<DockRecord | null>((record, one) => applyDockState(record, one).record, null)

/** Each change several times and in any order, as a network with at-least-once delivery may do. */
const disturbed = history.chain((changes) =>
  fc.tuple(
    fc.constant(changes),
    fc.array(fc.nat(changes.length - 1), { maxLength: 40 }).chain((copies) =>
      fc.shuffledSubarray([...changes, ...copies.map((n) => changes[n]!)], {
        minLength: changes.length + copies.length,
      }),
    ),
  ),
)

test('the change with the highest seq wins, in any order and however often each arrives', () => {
  fc.assert(
    fc.property(disturbed, ([changes, arrivals]) => {
      const last = changes.reduce((highest, one) => (one.seq > highest.seq ? one : highest))
      const record = played(arrivals)
      expect(record).toMatchObject({ seq: last.seq, at: last.at, state: last.state })
    }),
    { numRuns: 500 },
  )
})

test('replaying the whole history changes nothing', () => {
  fc.assert(
    fc.property(history, (changes) => {
      const record = played(changes)
      expect(changes.reduce<DockRecord | null>((kept, one) => applyDockState(kept, one).record, record)).toEqual(record)
    }),
  )
})

test('of two changes with the same seq the one with the later time wins', () => {
  const early = { seq: 7, at: '2026-03-01T08:00:00Z', state: 'locking' as const }
  const late = { seq: 7, at: '2026-03-01T08:00:01.000Z', state: 'locked' as const }
  expect(played([early, late])?.state).toBe('locked')
  expect(played([late, early])?.state).toBe('locked')
})

test('a confirmation keeps since', () => {
  const first = applyDockState(null, { seq: 1, at: '2026-03-01T08:00:00.000Z', state: 'locked' }).record
  const { record, outcome } = applyDockState(first, { seq: 5, at: '2026-03-02T08:00:00.000Z', state: 'locked' })
  expect(outcome).toBe('confirmed')
  expect(record).toMatchObject({ seq: 5, since: '2026-03-01T08:00:00.000Z' })
})

test('a leap of more than 2^40 is refused, and the next valid change is applied', () => {
  const first = applyDockState(null, { seq: seqOf(1, 9), at: '2026-03-01T08:00:00.000Z', state: 'locked' }).record
  const leap = applyDockState(first, {
    seq: seqOf(1, 9) + maxSeqJump + 1,
    at: '2026-03-01T08:00:01.000Z',
    state: 'fault',
  })
  expect(leap).toEqual({ record: first, outcome: 'jump' })
  expect(
    applyDockState(leap.record, { seq: seqOf(1, 10), at: '2026-03-01T08:00:02.000Z', state: 'unlocking' }).record.state,
  ).toBe('unlocking')
})

test('hardware without earlier messages may start with any counter', () => {
  expect(acceptSeq(null, seqOf(5_000, 1))).toBe('newer')
  expect(acceptSeq(0, seqOf(5_000, 1))).toBe('newer')
  expect(acceptSeq(8, 8)).toBe('duplicate')
  expect(acceptSeq(8, 7)).toBe('older')
})
