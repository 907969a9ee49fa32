import { expect, test } from 'vitest'
import type { Device } from '@wheelhouse/contract/devices/devices.ts'
import { deviceIssues } from './device-issue-labels.ts'

const now = Date.parse('2026-11-20T12:00:00.000Z')
const hoursAgo = (hours: number): string => new Date(now - hours * 3_600_000).toISOString()
const sound = {
  type: 'dock',
  dock_state: 'locked',
  heartbeat_health: 'healthy',
  last_heartbeat_at: hoursAgo(0),
  hardware_id: 'A' as string | null,
  alarms: [] as string[],
}
/** What an issue depends on; the rest of a device is of no concern here. */
const device = (number: number, values: Partial<typeof sound> = {}) => ({ ...sound, number, ...values }) as Device

test('issues are named, the worst first, and a device that is well has none', () => {
  const devices = [
    device(1),
    device(2, { heartbeat_health: 'long_offline', last_heartbeat_at: hoursAgo(51) }),
    device(3, { hardware_id: null, heartbeat_health: 'no_data' }),
    device(4, { alarms: ['tamper', 'lock_jam'] }),
    device(5, { dock_state: 'fault', alarms: ['lock_jam'], heartbeat_health: 'offline' }),
    device(6, { heartbeat_health: 'no_data' }),
    device(7, { heartbeat_health: 'late' }),
  ]
  expect(deviceIssues(devices, now).map(({ device: { number }, words }) => [number, words])).toEqual([
    [5, 'Lock jam'],
    [4, 'Tampered with, Lock jam'],
    [2, 'No contact for 2 d 3 h'],
    [3, 'No hardware'],
  ])
})
