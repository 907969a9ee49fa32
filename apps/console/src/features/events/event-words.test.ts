import { expect, test } from 'vitest'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import { formatOf } from '../../lib/format.ts'
import { changesOf } from './event-changes.ts'
import { detailOf, isPassing, wordsOf } from './event-words.ts'

const manner = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'UTC' }, 'en-GB')

const id = '01951d7a-7700-7bba-abd5-5bf36ddc8376'
const event = (changed: Partial<AuditEvent>): AuditEvent => ({
  id,
  at: '2026-11-21T12:00:00.000Z',
  actor_kind: 'hardware',
  actor_id: null,
  actor_name: 'A4C138F09E00',
  feature: 'devices',
  verb: 'dock_state',
  resource_type: 'device',
  resource_id: id,
  resource_name: 'Dock 07',
  before: null,
  after: null,
  reason: null,
  correlation_id: id,
  ...changed,
})

test('a command is told from its sending to its end, with who and why', () => {
  const sent = event({
    actor_kind: 'person',
    actor_name: 'Kadri Mets',
    feature: 'commands',
    verb: 'sent',
    after: { command: 'force_unlock', command_id: id, comment: 'Phone is empty' },
    reason: 'user_error',
  })
  expect(wordsOf(sent).title).toBe('Force unlock sent to dock 07')
  expect(detailOf(sent)).toBe('Kadri Mets · user error · “Phone is empty”')
  const ended = event({
    feature: 'commands',
    verb: 'ended',
    before: { status: 'in_progress' },
    after: { command: 'force_unlock', command_id: id, status: 'hardware_timeout' },
  })
  expect(wordsOf(ended)).toMatchObject({ title: 'Force unlock of dock 07: hardware timeout', tone: 'orange' })
})

test('changed fields are shown before and after, ids of other rows are not', () => {
  const ended = event({ before: { status: 'in_progress' }, after: { status: 'success', command_id: id } })
  expect(changesOf(ended, manner)).toEqual([{ field: 'status', before: 'in progress', after: 'success' }])
})

test('locks on their way are history, not news', () => {
  expect(isPassing(event({ after: { dock_state: 'unlocking' } }))).toBe(true)
  expect(isPassing(event({ after: { dock_state: 'unlocked' } }))).toBe(false)
  expect(isPassing(event({ verb: 'key_scan', after: { key_type: 'rfid', is_known: false } }))).toBe(false)
})

test('an event that this build does not know is still readable', () => {
  expect(wordsOf(event({ feature: 'maintenance-log', verb: 'entry_created', resource_name: null })).title).toBe(
    'Device: maintenance log entry created',
  )
})

test('money, days and lists are read as such, and what did not change is left out', () => {
  const changed = event({
    feature: 'service-fees',
    verb: 'updated',
    before: { fee: 1250, currency: 'EUR', end_date: null, tags: ['indoor'] },
    after: { fee: 1300, currency: 'EUR', end_date: '2026-12-31', tags: ['indoor', 'station'] },
  })
  expect(changesOf(changed, manner)).toEqual([
    { field: 'fee', before: '€12.50', after: '€13.00' },
    { field: 'end date', before: null, after: 'Thu, 31 Dec 2026' },
    { field: 'tags', before: 'indoor', after: 'indoor, station' },
  ])
  expect(wordsOf(changed).title).toBe('Service fee updated, dock 07')
})

test('what people typed stays as they typed it', () => {
  const comment = event({ feature: 'devices', verb: 'updated', before: { comment: 'Old_key under mat' }, after: { comment: '' } })
  expect(changesOf(comment, manner)).toEqual([{ field: 'comment', before: 'Old_key under mat', after: null }])
})
