import { expect, test } from 'vitest'
import { applicationDeadline, applicationEnd } from './application-end.ts'

const deadline_at = '2026-05-01T10:00:30.000Z'
const afterDeadline = (seconds: number): number => Date.parse(deadline_at) + seconds * 1_000

const applied = { isFailure: false, isProvisional: false, text: 'Template applied successfully' }
const failed = { isFailure: true, isProvisional: false, text: 'Apply template failed' }
const timedOut = { isFailure: true, isProvisional: false, text: 'Apply template timed out' }
const givenUp = { isFailure: true, isProvisional: true, text: 'Apply template timed out' }

test.each([
  [[], 600, null],
  [['in_progress'], 14.999, null],
  [['applied', 'verifying'], 14.999, null],
  [['in_progress'], 15, givenUp],
  [['applied', 'verifying'], 15, givenUp],
  [['hardware_timeout', 'verifying'], 15, givenUp],
  [['applied'], 0, applied],
  // The true end replaces the time-out of the console.
  [['applied'], 600, applied],
  [['applied', 'failed'], 0, failed],
  [['differs'], 0, failed],
  [['hardware_timeout'], 600, timedOut],
  [['failed', 'hardware_timeout'], 0, timedOut],
] as const)(
  'spec 8: a template whose changes are %o has %d s after their deadline the end %o',
  (statuses, seconds, end) => {
    const items = statuses.map((status) => ({ status, deadline_at }))
    expect(applicationEnd(items, afterDeadline(seconds))).toEqual(end)
  },
)

test('the console waits for the latest deadline of the changes that are not over', () => {
  const later = { status: 'verifying', deadline_at: '2026-05-01T10:00:50.000Z' } as const
  const items = [{ status: 'in_progress', deadline_at } as const, later]
  expect(applicationDeadline(items)).toBe(afterDeadline(35))
  expect(applicationEnd(items, afterDeadline(34))).toBeNull()
  expect(applicationEnd(items, applicationDeadline(items))).toEqual(givenUp)
  expect(applicationDeadline([{ ...later, status: 'applied' }])).toBe(0)
})
