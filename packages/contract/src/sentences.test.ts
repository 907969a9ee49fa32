import { expect, test } from 'vitest'
import { catalogue } from './errors.ts'
import {
  createLogEntry,
  deleteLogEntry,
  editLogEntries,
  getLogEntry,
  getLogTotals,
  listLogEntries,
  moveLogEntries,
  moveLogEntry,
  updateLogEntry,
} from './maintenance-log/maintenance-log.ts'
import { listUserMessages, sendMessage } from './messages/messages.ts'
import { createPublicArea, deletePublicArea, updatePublicArea } from './public-areas/public-areas.ts'
import {
  createReminderConfig,
  createReminderGroup,
  deleteReminderConfig,
  deleteReminderGroup,
  editReminderConfigs,
  switchReminderConfig,
  updateReminderConfig,
  updateReminderGroup,
} from './reminders/reminders.ts'

// The sentences of spec section 8, word for word, at the calls that say them. The guard finds that a sentence is somewhere in the
// code; only this finds one that is said by another call.

test.each([
  ['Fetch maintenance log entries failed', [listLogEntries, getLogEntry, getLogTotals]],
  ['Create log entry failed', [createLogEntry]],
  ['Update log entry failed', [updateLogEntry, moveLogEntry, editLogEntries, moveLogEntries]],
  ['Delete log entry failed', [deleteLogEntry]],
  ['Create public area failed', [createPublicArea]],
  ['Update public area failed', [updatePublicArea]],
  ['Delete public area failed', [deletePublicArea]],
  ['Create reminder config failed', [createReminderConfig]],
  ['Update reminder config failed', [updateReminderConfig, switchReminderConfig, editReminderConfigs]],
  ['Delete reminder config failed', [deleteReminderConfig]],
  ['Create reminder config group failed', [createReminderGroup]],
  ['Update reminder config group failed', [updateReminderGroup]],
  ['Delete reminder config group failed', [deleteReminderGroup]],
  ['Fetch messages failed', [listUserMessages]],
  ['Send message failed', [sendMessage]],
] as const)('spec 8: %s', (sentence, routes) => {
  expect(routes.map(({ says }) => (says as { failed: string } | undefined)?.failed)).toEqual(routes.map(() => sentence))
})

test('spec 8: a public area that was made says so, and an unknown one is not found', () => {
  expect(createPublicArea.says).toMatchObject({ done: 'Public area created successfully' })
  expect(catalogue.public_area_not_found).toEqual([404, 'Public area not found'])
})
