import { expect, test } from 'vitest'
import {
  changeConfigs,
  configWaits,
  getHardwareConfig,
  setLowVoltageThreshold,
  shownChangeStatus,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { fetchAdvice, fetchTrouble, isFetchOpen } from './config-sentences.ts'

const deadline_at = '2026-05-01T10:00:30.000Z'
const afterDeadline = (seconds: number): number => Date.parse(deadline_at) + seconds * 1_000
const running = { status: 'in_progress', failure: null, deadline_at } as const

test.each([
  [null, 15, false, null],
  [running, 0, true, null],
  [running, 14.999, true, null],
  [running, 15, false, 'Fetch hardware config is taking really long'],
  [{ ...running, status: 'hardware_timeout' }, 15, false, 'Fetch hardware config timed out'],
  [
    { ...running, status: 'failed', failure: 'storage_error' },
    0,
    false,
    'Fetch config paramsys info failed: storage error',
  ],
  [{ ...running, status: 'unhandled' }, 0, false, 'Fetch config paramsys info failed: unhandled'],
] as const)(
  'spec 8: a fetch of the settings %o, %d s after its deadline: open %s, says %s',
  (fetch, seconds, isOpen, sentence) => {
    expect(isFetchOpen(fetch, afterDeadline(seconds))).toBe(isOpen)
    expect(fetchTrouble(fetch, afterDeadline(seconds))).toBe(sentence)
  },
)

test.each([
  ['in_progress', 14.999, 'in_progress'],
  ['in_progress', 15, 'console_timeout'],
  ['verifying', 14.999, 'verifying'],
  ['verifying', 15, 'console_timeout'],
  // The true end replaces the time-out of the console.
  ['applied', 600, 'applied'],
  ['differs', 600, 'differs'],
  ['hardware_timeout', 600, 'hardware_timeout'],
] as const)('spec 4: a change that is %s is %d s after its deadline shown as %s', (status, seconds, shown) => {
  expect(shownChangeStatus({ status, deadline_at }, afterDeadline(seconds))).toBe(shown)
})

test('spec 8: the failures of fetch, update and low voltage threshold', () => {
  expect(getHardwareConfig.says.failed).toBe('Fetch hardware config failed')
  expect(changeConfigs.says.failed).toBe('Update hardware config failed')
  expect(configWaits.update.timed_out).toBe('Update hardware config timed out')
  expect(setLowVoltageThreshold.says.failed).toBe('Update low voltage threshold failed')
})

test('after a fetch that failed, or that nobody waits for any more, the advice is not to wait a few seconds', () => {
  expect(fetchAdvice(null, 0)).toMatch(/^Fetch the settings to see them/)
  expect(fetchAdvice(running, afterDeadline(0))).toMatch(/^Fetch the settings to see them/)
  expect(fetchAdvice(running, afterDeadline(15))).toMatch(/^The last fetch returned no settings/)
  expect(fetchAdvice({ ...running, status: 'failed' }, 0)).toMatch(/^The last fetch returned no settings/)
})
