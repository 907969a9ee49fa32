import { expect, test } from 'vitest'
import { commandNames } from '@wheelhouse/contract/commands/command-catalogue.ts'
import { rentalCommandNames } from '@wheelhouse/contract/commands/rental-commands.ts'
import { eventKindNames } from '@wheelhouse/contract/events/event-kinds.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import { formatOf } from '../../i18n/format.ts'
import { changesOf } from './event-changes.ts'
import { isPassing, saidOf, sentenceOf } from './event-sentences.ts'

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
  device_id: null,
  location_id: null,
  location_code: null,
  location_label: null,
  rider_id: null,
  rider_name: null,
  before: null,
  after: null,
  reason: null,
  correlation_id: id,
  ...changed,
})

test('a command reads as sent and then as ended, with who sent it and why', () => {
  const sent = event({
    actor_kind: 'person',
    actor_name: 'Kadri Mets',
    feature: 'commands',
    verb: 'sent',
    after: { command: 'force_unlock', command_id: id, comment: 'Phone is empty' },
    reason: 'user_error',
  })
  expect(sentenceOf(sent).title).toBe('Force unlock sent to dock 07')
  expect(saidOf(sent)).toBe('user error · “Phone is empty”')
  const ended = event({
    feature: 'commands',
    verb: 'ended',
    before: { status: 'in_progress' },
    after: { command: 'force_unlock', command_id: id, status: 'hardware_timeout' },
  })
  expect(sentenceOf(ended)).toMatchObject({ title: 'Force unlock of dock 07 timed out', tone: 'orange' })
})

test.each([
  ['force_unlock', 'success', 'Dock 07 unlocked by Kadri Mets'],
  ['force_lock', 'success', 'Dock 07 marked as locked by Kadri Mets'],
  ['reboot', 'success', 'Dock 07 rebooted by Kadri Mets'],
  ['cancel_booking', 'success', 'Booking of dock 07 cancelled by Kadri Mets'],
  ['reboot', 'failed', 'Reboot of dock 07 failed'],
  ['reboot', 'unhandled', 'Reboot of dock 07 was not supported by the hardware'],
  ['of_a_later_version', 'success', 'Of a later version of dock 07 succeeded'],
  ['reboot', 'of_a_later_version', 'Reboot of dock 07: of a later version'],
])('%s that ended as %s reads: %s', (command, status, title) => {
  const sent = event({ actor_kind: 'person', actor_name: 'Kadri Mets', feature: 'commands', verb: 'sent' })
  const ended = event({ feature: 'commands', verb: 'ended', after: { command, status } })
  expect(sentenceOf(ended, sent).title).toBe(title)
})

test('the success of every command that a person can send has a specific sentence', () => {
  for (const command of [...commandNames, ...rentalCommandNames]) {
    const ended = event({ feature: 'commands', verb: 'ended', after: { command, status: 'success' } })
    expect(sentenceOf(ended).title, command).not.toMatch(/succeeded|\{\{| by /)
  }
})

test('without a known sender only the result of a command is named', () => {
  const ended = event({ feature: 'commands', verb: 'ended', after: { command: 'unlock', status: 'success' } })
  expect(sentenceOf(ended).title).toBe('Dock 07 unlocked')
})

test('changed fields are shown before and after, ids of other rows are not', () => {
  const ended = event({ before: { status: 'in_progress' }, after: { status: 'success', command_id: id } })
  expect(changesOf(ended, manner)).toEqual([{ field: 'status', before: 'in progress', after: 'success' }])
})

test('a lock that is moving is in the history but not in the live events', () => {
  expect(isPassing(event({ after: { dock_state: 'unlocking' } }))).toBe(true)
  expect(isPassing(event({ after: { dock_state: 'unlocked' } }))).toBe(false)
  expect(isPassing(event({ verb: 'key_scan', after: { key_type: 'rfid', is_known: false } }))).toBe(false)
})

test('an event that this build does not know is still readable', () => {
  expect(sentenceOf(event({ feature: 'maintenance-log', verb: 'entry_created', resource_name: null })).title).toBe(
    'Device: maintenance log entry created',
  )
})

test('every kind of event has a specific sentence', () => {
  for (const kind of eventKindNames) {
    const [feature, verb] = kind.split(' ') as [string, string]
    const { title } = sentenceOf(event({ feature, verb, after: { status: 'done', state: 'open', action: 'used' } }))
    const unknown = sentenceOf(event({ feature: 'later', verb })).title.replace('later', feature.replaceAll('-', ' '))
    expect(title, kind).not.toBe(unknown)
    expect(title, kind).not.toMatch(/\{\{|undefined|_/)
  }
})

test('within a sentence a name that people gave stays as they wrote it, the name of a device begins in lower case', () => {
  const over = { feature: 'outages', verb: 'cleared' }
  const titleOf = (resource_name: string) => sentenceOf(event({ ...over, resource_name })).title
  expect(titleOf('Ülemiste City, Sepise')).toBe('Outage of Ülemiste City, Sepise is over')
  expect(titleOf('Old_Town')).toBe('Outage of Old_Town is over')
  expect(titleOf('Rental dock 12')).toBe('Outage of rental dock 12 is over')
  expect(saidOf(event({ reason: 'Moved to Old_Town' }))).toBe('Moved to Old_Town')
})

test('a change shows the name of another row where there is one, otherwise its id', () => {
  const shown = event({
    feature: 'locations',
    verb: 'updated',
    before: { owner: 'Tallinn Mobility', owner_id: id, reseller_id: null },
    after: { owner: 'Oslo Sykkel', owner_id: '2', reseller_id: id },
  })
  expect(changesOf(shown, manner)).toEqual([
    { field: 'owner', before: 'Tallinn Mobility', after: 'Oslo Sykkel' },
    { field: 'reseller id', before: null, after: id },
  ])
  const groups = event({
    feature: 'resource-groups',
    verb: 'belongs_changed',
    after: { added: ['North'], added_ids: [id], removed: [], removed_ids: [] },
  })
  expect(changesOf(groups, manner)).toEqual([{ field: 'added', before: null, after: 'North' }])
})

test('a forced move reads as forced', () => {
  const forced = event({
    feature: 'locations',
    verb: 'status_forced',
    before: { status: 'demo' },
    after: { status: 'launched_offline' },
  })
  expect(sentenceOf(forced)).toMatchObject({ title: 'Status forced to launched offline', tone: 'amber' })
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
  expect(sentenceOf(changed).title).toBe('Service fee updated, dock 07')
})

test('an amount in minor units is read as money where its currency is known', () => {
  const refund = event({ feature: 'payments', verb: 'refunded', after: { amount_minor: 1250, currency: 'EUR' } })
  expect(changesOf(refund, manner)).toEqual([
    { field: 'amount', before: null, after: '€12.50' },
    { field: 'currency', before: null, after: 'EUR' },
  ])
  const price = event({
    feature: 'price-lists',
    verb: 'version_changed',
    before: { day_cap_minor: null, hour_minor: 150, currency: 'NOK' },
    after: { day_cap_minor: 12000, hour_minor: 200, currency: 'NOK' },
  })
  expect(changesOf(price, manner)).toEqual([
    { field: 'day cap', before: null, after: 'NOK\u00A0120.00' },
    { field: 'hour', before: 'NOK\u00A01.50', after: 'NOK\u00A02.00' },
  ])
  const unknown = event({ feature: 'subscriptions', verb: 'subscriber_renewed', after: { fee_minor: 900 } })
  expect(changesOf(unknown, manner)).toEqual([{ field: 'fee minor', before: null, after: '900' }])
})

test('what people typed stays as they typed it', () => {
  const comment = event({
    feature: 'devices',
    verb: 'updated',
    before: { comment: 'Old_key under mat' },
    after: { comment: '' },
  })
  expect(changesOf(comment, manner)).toEqual([{ field: 'comment', before: 'Old_key under mat', after: null }])
})
