import { describe, expect, test } from 'vitest'
import { blankDevice } from '@wheelhouse/contract/devices/device-fields.ts'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { locationStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import { deviceName, docksOffline } from './device-labels.ts'
import {
  attentionOf,
  bubbleCounts,
  bubbleOf,
  devicesByType,
  dockRows,
  issuesAt,
  noContactWords,
  stateSentence,
} from './device-styles.ts'

const now = Date.parse('2026-11-21T12:00:00.000Z')
const hoursAgo = (hours: number) => new Date(now - hours * 3_600_000).toISOString()
const hours = { bubble_orange_hours: 24, bubble_red_hours: 72 }

const dock = (changed: Partial<Device> = {}): Device => ({
  id: '01951d7a-7700-7bba-abd5-5bf36ddc8376',
  location_id: '01951d7a-7700-7bba-abd5-5bf36ddc8377',
  location_code: '104217',
  number: 7,
  type: 'dock',
  row_label: 'Wall',
  row_number: 1,
  place: 1,
  ...blankDevice,
  qr_code: null,
  qr_update_pending: false,
  former_qr_code: null,
  delete_pending: false,
  delete_asked_at: null,
  delete_by: null,
  hardware_id: 'A4C138F09E00A4C138F09E00',
  controller_id: null,
  mesh_id: null,
  dock_state: 'locked',
  dock_state_since: hoursAgo(1),
  heartbeat_health: 'healthy',
  last_heartbeat_at: hoursAgo(0),
  seq: 1,
  rssi_dbm: -60,
  wifi_ssid: null,
  wifi_rssi_dbm: null,
  supply_mv: null,
  firmware_name: null,
  firmware_version: null,
  pcb_version: null,
  protocol_version: null,
  alarms: [],
  session: null,
  created_at: hoursAgo(1_000),
  version: 1,
  ...changed,
})

describe('spec 9: bubble of a dock', () => {
  test('is green for occupied, orange after the orange, red after the red duration of its location', () => {
    const after = (stood: number, limits = hours) => bubbleOf(dock({ dock_state_since: hoursAgo(stood) }), limits, now)
    expect([after(23.9), after(24), after(71.9), after(72)]).toEqual(['occupied', 'over_24', 'over_24', 'over_72'])
    expect(after(5, { bubble_orange_hours: 4, bubble_red_hours: 24 })).toBe('over_24')
  })

  test('a device without contact has none, however long the session is', () => {
    expect(bubbleOf(dock({ heartbeat_health: 'offline', dock_state_since: hoursAgo(100) }), hours, now)).toBe(
      'no_contact',
    )
    expect(bubbleOf(dock({ heartbeat_health: 'late' }), hours, now)).toBe('occupied')
  })

  test('a locked door is free, a guard always', () => {
    expect(bubbleOf(dock({ type: 'door' }), hours, now)).toBe('free')
    expect(bubbleOf(dock({ type: 'guard', dock_state: 'unknown' }), hours, now)).toBe('free')
  })
})

test('the plan has rows as on the ground, without guards and controllers', () => {
  const second = dock({
    id: '01951d7a-7700-7bba-abd5-5bf36ddc8378',
    number: 8,
    row_label: 'Platform',
    row_number: 2,
    dock_state: 'unlocked',
  })
  const rows = dockRows([dock(), second, dock({ type: 'guard' }), dock({ type: 'controller' })], hours, now)
  expect(rows.map(({ label, docks }) => [label, docks.map(({ number, caption }) => `${number} ${caption}`)])).toEqual([
    ['Wall', ['07 1 h']],
    ['Platform', ['08 Free']],
  ])
})

test('counts name what there is, and always free and occupied', () => {
  expect(bubbleCounts([dock({ dock_state: 'fault' })], hours, now)).toEqual([
    { kind: 'free', count: 0 },
    { kind: 'occupied', count: 0 },
    { kind: 'fault', count: 1 },
  ])
  expect(devicesByType([dock(), dock(), dock({ type: 'controller' })])).toBe('2 docks, 1 controller')
})

test('without contact the last known state is drawn and counted', () => {
  const lost = { heartbeat_health: 'offline', last_heartbeat_at: hoursAgo(2) } as const
  const docks = [
    dock({ ...lost, dock_state_since: hoursAgo(30) }),
    dock({ ...lost, dock_state: 'unlocked' }),
    dock({ ...lost, dock_state: 'unknown' }),
  ]
  expect(dockRows(docks, hours, now)[0]?.docks.map(({ bubble, last }) => [bubble, last])).toEqual([
    ['no_contact', 'over_24'],
    ['no_contact', 'free'],
    ['no_contact', undefined],
  ])
  expect(dockRows(docks, hours, now)[0]?.docks[0]?.label).toBe('Dock 07, no contact for 2 h; locked when last seen')
  expect(bubbleCounts(docks, hours, now)).toEqual([{ kind: 'no_contact', count: 3 }])
  expect(noContactWords(docks, hours, now)).toBe('No contact · 1 occupied when last seen')
  expect(noContactWords(docks.slice(1), hours, now)).toBe('No contact')
})

test('attention names what the state does not say, the worst first', () => {
  const words = (changed: Partial<Device>) => attentionOf(dock(changed)).map(({ word }) => word)
  expect(words({})).toEqual([])
  expect(words({ dock_state: 'fault', alarms: ['lock_jam'] })).toEqual([])
  expect(words({ type: 'controller', alarms: ['lock_jam'] })).toEqual(['Lock jam'])
  expect(words({ alarms: ['tamper'], delete_pending: true, qr_update_pending: true })).toEqual([
    'Tampered with',
    'Delete pending',
    'QR update pending',
  ])
})

test('the sentence of a state gives its reason and its duration', () => {
  expect(deviceName(dock())).toBe('Dock 07')
  expect(stateSentence(dock({ dock_state: 'fault', alarms: ['lock_jam'], dock_state_since: hoursAgo(2.1) }), now)).toBe(
    'lock jam for 2 h 6 min',
  )
  expect(stateSentence(dock({ heartbeat_health: 'long_offline', last_heartbeat_at: hoursAgo(51) }), now)).toBe(
    'no contact for 2 d 3 h',
  )
  expect(stateSentence(dock({ hardware_id: null, heartbeat_health: 'no_data' }), now)).toBe('no hardware assigned')
})

test('docks out of contact are counted whatever else is wrong with them, and those that never reported are not', () => {
  const devices = [
    dock({ heartbeat_health: 'healthy' }),
    dock({ heartbeat_health: 'late' }),
    dock({ heartbeat_health: 'long_offline' }),
    dock({ dock_state: 'fault', heartbeat_health: 'offline' }),
    dock({ heartbeat_health: 'no_data' }),
    dock({ type: 'controller', heartbeat_health: 'offline' }),
  ]
  expect(docksOffline(devices)).toEqual({ offline: 2, all: 5 })
})

test('no device counts as an issue while its location is in house, in delivery or obsolete', () => {
  const devices = [dock(), dock({ dock_state: 'fault' }), dock({ hardware_id: null, heartbeat_health: 'no_data' })]
  const counted = locationStatuses.map((status) => [status, devices.filter(issuesAt({ status })).length])
  expect(Object.fromEntries(counted)).toEqual({
    in_house: 0,
    in_delivery: 0,
    demo: 2,
    installed: 2,
    launched: 2,
    launched_offline: 2,
    maintenance: 2,
    obsolete: 0,
  })
})
