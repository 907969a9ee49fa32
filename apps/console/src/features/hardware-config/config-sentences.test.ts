import { expect, test } from 'vitest'
import {
  changeConfigs,
  configWaits,
  getHardwareConfig,
  setLowVoltageThreshold,
} from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { fetchAdvice, fetchTrouble } from './config-sentences.ts'

test.each([
  [null, false, null],
  [{ status: 'in_progress', failure: null }, false, null],
  [{ status: 'in_progress', failure: null }, true, 'Fetch hardware config is taking really long'],
  [{ status: 'hardware_timeout', failure: null }, true, 'Fetch hardware config timed out'],
  [{ status: 'failed', failure: 'storage_error' }, false, 'Fetch config paramsys info failed: storage error'],
  [{ status: 'unhandled', failure: null }, false, 'Fetch config paramsys info failed: unhandled'],
] as const)('spec 8: a fetch of the settings that is %o, slow: %s, says %s', (fetch, isSlow, sentence) => {
  expect(fetchTrouble(fetch, isSlow)).toBe(sentence)
})

test('spec 8: the failures of fetch, update and low voltage threshold', () => {
  expect(getHardwareConfig.says.failed).toBe('Fetch hardware config failed')
  expect(changeConfigs.says.failed).toBe('Update hardware config failed')
  expect(configWaits.update.timed_out).toBe('Update hardware config timed out')
  expect(setLowVoltageThreshold.says.failed).toBe('Update low voltage threshold failed')
})

test('after a failed fetch the advice is not to wait a few seconds', () => {
  expect(fetchAdvice(null)).toMatch(/^Fetch the settings to see them/)
  expect(fetchAdvice({ status: 'failed', failure: 'storage_error' })).toMatch(/^The last fetch brought no settings/)
})
