import { expect, test } from 'vitest'
import { traceConditions, traceFindings } from '@wheelhouse/contract/support/access-trace.ts'
import type { TraceFinding } from '@wheelhouse/contract/support/access-trace.ts'
import type { DeviceFacts, ListFacts, TracedKey, TracedUser } from './trace-facts.ts'
import { trace } from './trace-rules.ts'
import type { TraceFacts } from './trace-rules.ts'

const then = '2026-06-01T10:00:00.000Z'
const later = '2026-06-02T10:00:00.000Z'

const user: TracedUser = { id: 'rider', disabled_at: null, deleted_at: null, created_at: then }
const card: TracedKey = {
  id: 'card',
  user_id: 'rider',
  key_hash: Buffer.from('0A'),
  type: 'rfid',
  created_at: then,
  is_reversed: false,
}
const app: TracedKey = { ...card, id: 'app', type: 'app' }
const strange: TracedKey = { ...card, id: null, user_id: null }
const device: DeviceFacts = {
  id: 'dock',
  type: 'dock',
  hardware_id: 'AA',
  hardware_assigned_at: then,
  dock_state: 'unlocked',
  dock_state_since: then,
  health: 'healthy',
  contact_at: then,
  location_id: 'place',
  location_status: 'launched',
  location_status_at: then,
  has_rfid_parking: true,
  has_app_parking: true,
  session: null,
  session_user_id: null,
  alarms: [],
  config: { is_reader_on: true, byte_order: 'msb', read_at: then },
  sync: null,
}
const open: ListFacts = { is_restricted: false, is_admitted: false, entry: null, list: null }
const list = { id: 'list', name: 'Garage', is_visible: true, updated_at: then }
const entry: NonNullable<ListFacts['entry']> = {
  allowlist_id: 'list',
  name: 'Garage',
  is_visible: true,
  sync: 'app_and_keys',
  expires_at: null,
  is_expired: false,
  content_at: then,
}
const listed: ListFacts = { is_restricted: true, is_admitted: true, entry, list }
const unlisted: ListFacts = { ...listed, is_admitted: false, entry: null }
const done: NonNullable<DeviceFacts['sync']> = {
  state: 'in_sync',
  confirmed_version: 1,
  confirmed_content_at: then,
  confirmed_at: then,
  content_at: then,
  failure: null,
}
const stored = { sync: done }
const session = { id: 'session', access_key_id: 'card', started_at: then, is_visible: true }

interface Row {
  finding: TraceFinding
  user?: TracedUser | null
  key?: TracedKey | null
  lists?: ListFacts
  payments?: TraceFacts['payments']
  device?: Partial<DeviceFacts>
}

const pending = (more: Partial<typeof done> = {}) => ({ sync: { ...done, state: 'pending', ...more } })
const newEntry: ListFacts = { ...listed, entry: { ...entry, content_at: later } }

const rows: Row[] = [
  { finding: 'account_active' },
  { finding: 'account_hidden', user: null, key: strange },
  { finding: 'account_disabled', user: { ...user, disabled_at: later }, lists: unlisted, device: stored },
  { finding: 'account_disabled_open_lock', user: { ...user, disabled_at: later } },
  { finding: 'account_deleted', user: { ...user, deleted_at: later }, key: null },
  { finding: 'key_known' },
  { finding: 'key_none', key: null },
  { finding: 'key_unknown', user: null, key: strange, lists: unlisted, device: stored },
  { finding: 'key_unknown_open_lock', user: null, key: strange },
  { finding: 'key_unknown_listed', user: null, key: strange, lists: listed, device: stored },
  { finding: 'format_plain' },
  { finding: 'format_unasked', key: app },
  { finding: 'format_unread', device: { config: null } },
  { finding: 'format_reversed', key: { ...card, is_reversed: true } },
  { finding: 'format_reversed', device: { config: { is_reader_on: true, byte_order: 'lsb', read_at: then } } },
  { finding: 'reader_off', device: { config: { is_reader_on: false, byte_order: 'msb', read_at: then } } },
  { finding: 'list_none' },
  { finding: 'list_entry', lists: listed, device: stored },
  { finding: 'list_missing', lists: unlisted, device: stored },
  { finding: 'list_not_there_yet', lists: unlisted },
  {
    finding: 'list_expired',
    lists: { ...listed, is_admitted: false, entry: { ...entry, is_expired: true, expires_at: then } },
    device: stored,
  },
  {
    finding: 'list_keys_only',
    key: app,
    lists: { ...listed, is_admitted: false, entry: { ...entry, sync: 'keys_only' } },
    device: stored,
  },
  { finding: 'sync_none' },
  { finding: 'sync_done', lists: listed, device: stored },
  { finding: 'sync_pending', lists: newEntry, device: pending() },
  { finding: 'sync_failed', lists: newEntry, device: pending({ state: 'failed' }) },
  { finding: 'sync_behind', lists: listed, device: pending() },
  { finding: 'sync_behind', lists: newEntry, device: pending({ confirmed_version: 0, confirmed_content_at: null }) },
  { finding: 'sync_pending', lists: open, device: pending() },
  { finding: 'payments_settled' },
  { finding: 'payments_unasked', user: null, key: strange },
  { finding: 'payments_hidden', payments: null },
  { finding: 'payments_open', payments: { open: 2, changed_at: then } },
  { finding: 'capacity_free' },
  { finding: 'capacity_unasked', device: { type: 'door', dock_state: 'locked' } },
  { finding: 'capacity_own', device: { dock_state: 'locked', session, session_user_id: 'rider' } },
  { finding: 'capacity_other_key', key: app, device: { dock_state: 'locked', session, session_user_id: 'rider' } },
  { finding: 'capacity_taken', device: { dock_state: 'locked' } },
  { finding: 'location_open' },
  { finding: 'location_status', device: { location_status: 'maintenance' } },
  { finding: 'location_no_cards', device: { has_rfid_parking: false } },
  { finding: 'location_no_app', key: app, device: { has_app_parking: false } },
  { finding: 'device_ready' },
  { finding: 'device_no_hardware', device: { hardware_id: null } },
  { finding: 'device_fault', device: { dock_state: 'fault' } },
  { finding: 'device_moving', device: { dock_state: 'unlocking' } },
  { finding: 'device_unknown', device: { dock_state: 'unknown' } },
  { finding: 'contact_fresh' },
  { finding: 'contact_late', device: { health: 'late' } },
  { finding: 'contact_lost', device: { health: 'long_offline' } },
  { finding: 'contact_unasked', device: { hardware_id: null } },
  { finding: 'booking_none' },
  { finding: 'booking_own', device: { dock_state: 'booked', session } },
  { finding: 'booking_unnamed', device: { dock_state: 'booked' } },
  { finding: 'booking_other', key: app, device: { dock_state: 'booked', session } },
  { finding: 'alarm_none' },
  { finding: 'alarm_open', device: { alarms: [{ reason: 'low_voltage', raised_at: then }] } },
  { finding: 'alarm_blocks', device: { alarms: [{ reason: 'lock_jam', raised_at: then }] } },
]

const factsOf = ({ user: who = user, key = card, lists = open, payments, device: more }: Row): TraceFacts => ({
  user: who,
  key,
  lists,
  payments: payments === undefined ? { open: 0, changed_at: null } : payments,
  device: { ...device, ...more },
})

test.each(rows)('spec 2 (Support): the trace finds $finding', (row) => {
  const { steps, opens, cause } = trace(factsOf(row))
  const { condition, outcome } = traceFindings[row.finding]
  expect(steps.find((step) => step.condition === condition)).toMatchObject({ finding: row.finding, outcome })
  if (outcome === 'fails') expect({ opens, cause }).toEqual({ opens: false, cause: row.finding })
})

test('every finding has a row, and every condition is answered in the order of the contract', () => {
  const found = new Set(rows.map(({ finding }) => finding))
  expect(Object.keys(traceFindings).filter((finding) => !found.has(finding as TraceFinding))).toEqual([])
  expect(trace(factsOf({ finding: 'list_none' })).steps.map(({ condition }) => condition)).toEqual(traceConditions)
})

test('of several conditions that fail the first is the cause', () => {
  const facts = factsOf({ finding: 'key_none', key: null, device: { dock_state: 'fault', health: 'offline' } })
  expect(trace(facts).cause).toBe('key_none')
})

test('what the reader may not see is neither named nor linked', () => {
  const hidden = { ...unlisted, list: { ...list, is_visible: false } }
  const { steps } = trace(factsOf({ finding: 'list_missing', lists: hidden, device: stored }))
  expect(steps.find(({ condition }) => condition === 'allowlist')).toMatchObject({ detail: '', mend: null })
})
