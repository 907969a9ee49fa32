import { expect, test } from 'vitest'
import type * as z from 'zod'
import { CommandBody, otherReasons, stuckUserReasons } from './commands/command-bodies.ts'
import {
  logPriorities,
  logResources,
  logStatuses,
  logTypes,
  nextLogStatuses,
  reasonOfStatus,
} from './maintenance-log/entry-rules.ts'
import { LogEntryBody } from './maintenance-log/log-entry.ts'
import { NewMessage, pushStatuses } from './messages/messages.ts'
import { PublicAreaBody } from './public-areas/public-areas.ts'
import { reminderPeriods } from './reminders/reminder-runs.ts'
import { ReminderConfigBody, reminderStatuses } from './reminders/reminders.ts'
import { reminderPushStatuses } from './reminders/reminder-notices.ts'

// Closed lists and bounds of the specification and of its values, written out once more: a value that is renamed, added or
// dropped in the contract is a change of what other programs read.

test.each([
  ['maintenance status', logStatuses, 'new assigned in_progress blocked resolved verified cancelled'],
  ['maintenance priority', logPriorities, 'critical high medium low'],
  [
    'maintenance type',
    logTypes,
    'inspection repair replacement cleaning firmware installation relocation vandalism software other',
  ],
  ['maintenance resource', logResources, 'none remote on_site_technician partner vendor'],
  ['push status', pushStatuses, 'skipped sent no_push_tokens publish_push_failed send_push_failed'],
  ['push status of a reminder', reminderPushStatuses, pushStatuses.join(' ')],
  ['reminder status', reminderStatuses, 'active disabled'],
  ['reminder period', reminderPeriods, 'hourly daily weekly monthly yearly'],
  ['stuck-user reason', stuckUserReasons, 'unknown mechanical firmware rfid app user_error'],
  ['other reason', otherReasons, 'locked_empty maintenance testing other'],
])('values: %s', (_name, values, expected) => {
  expect(values).toEqual(expected.split(' '))
})

test('spec 4: blocked needs a reason, resolved and cancelled a resolution reason; resolved can be reopened', () => {
  expect(logStatuses.filter((status) => reasonOfStatus[status] === 'reason')).toEqual(['blocked'])
  expect(logStatuses.filter((status) => reasonOfStatus[status] === 'resolution')).toEqual(['resolved', 'cancelled'])
  expect(nextLogStatuses.resolved).toEqual(['in_progress', 'verified'])
  expect([nextLogStatuses.verified, nextLogStatuses.cancelled]).toEqual([[], []])
})

const entry = { description: 'Lock bar does not retract.', type: 'repair', priority: 'low', resource: 'none' }
const area = { name: 'Old town', description: 'Every rack within the walls.', organization_id: null, location_ids: [] }
const reminder = {
  status: 'active',
  activation_at: '2026-06-01T09:00',
  period: 'daily',
  min_hours: 24,
  subject: 'Still parked',
  message: 'Your bicycle is still parked.',
  generate_notification: true,
  location_ids: ['019d6210-2b00-78bf-9305-13b82847ab3f'],
}
const command = { name: 'identify', reason: 'testing', comment: 'Where is it' }
const text = (length: number): string => 'a'.repeat(length)

const accepts = (schema: z.ZodType, body: object, field: string): boolean =>
  !(schema.safeParse(body).error?.issues ?? []).some(({ path }) => path[0] === field)

test.each([
  ['maintenance description', LogEntryBody, entry, 'description', 10, 4000],
  ['public area name', PublicAreaBody, area, 'name', 3, 64],
  ['public area description', PublicAreaBody, area, 'description', 10, 500],
  ['reminder subject', ReminderConfigBody, reminder, 'subject', 3, 80],
  ['reminder message', ReminderConfigBody, reminder, 'message', 10, 500],
  ['new message', NewMessage, {}, 'text', 10, 1000],
  ['command comment', CommandBody, command, 'comment', 3, 500],
] as const)('values: %s has its bounds', (_name, schema, body, field, least, most) => {
  const accepted = (length: number): boolean => accepts(schema, { ...body, [field]: text(length) }, field)
  expect([least - 1, least, most, most + 1].map(accepted)).toEqual([false, true, true, false])
})

test('values: the minimum time parked is 1 to 8760 hours', () => {
  const accepted = (min_hours: number): boolean => accepts(ReminderConfigBody, { ...reminder, min_hours }, 'min_hours')
  expect([0, 1, 8760, 8761].map(accepted)).toEqual([false, true, true, false])
})
