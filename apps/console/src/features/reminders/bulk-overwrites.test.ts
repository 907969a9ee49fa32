import { expect, test } from 'vitest'
import type { ReminderConfig } from '@wheelhouse/contract/reminders/reminders.ts'
import { knownOf, overwritten } from './bulk-overwrites.ts'

const config = (changed: Partial<ReminderConfig>): ReminderConfig => ({
  id: 'first',
  group_id: 'group',
  group_name: 'Weekdays',
  status: 'active',
  activation_at: '2026-01-31T09:00',
  period: 'daily',
  min_hours: 12,
  subject: 'Still parked',
  message: 'Your bicycle is still parked.',
  generate_notification: true,
  locations: [],
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  version: 1,
  ...changed,
})
const rows = [config({}), config({ id: 'second', min_hours: 20 })]
const opened = { changed: ['min_hours', 'period'] }

test('spec 5: a bulk edit warns of the opened fields whose values differ', () => {
  expect(overwritten(knownOf(['first', 'second'], rows), opened)).toEqual(['min_hours'])
})

test('spec 5: while one of the selected reminders is not known, a bulk edit warns of every opened field', () => {
  const known = knownOf(['first', 'second', 'third'], rows)
  expect(known).toBeNull()
  expect(overwritten(known, opened)).toEqual(['min_hours', 'period'])
})

test('spec 5: a bulk edit of all that match warns of every opened field', () => {
  expect(overwritten(knownOf([], []), opened)).toEqual(['min_hours', 'period'])
})
