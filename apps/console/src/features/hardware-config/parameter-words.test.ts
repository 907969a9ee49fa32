import { expect, test } from 'vitest'
import type { ParameterKind } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import { faultOf } from './parameter-picker.tsx'
import { lowVoltageFault, rangeWord, unitOf, valueWord } from './parameter-words.ts'

const integer = (key: string, unit: string | null, min: number, max: number): ParameterKind => ({
  key,
  type: 'integer',
  unit,
  min,
  max,
  needs_restart: false,
  is_secret: false,
})
const threshold = integer('low_voltage_mv', 'mV', 0, 60_000)
const timeout = integer('lock_timeout_ms', 'ms', 500, 30_000)
const interval = integer('heartbeat_s', 's', 10, 86_400)
const level = integer('buzzer_level', null, 0, 10)

test.each([
  [3_300, 'mV', '3.3 V'],
  [3_325, 'mV', '3.325 V'],
  [0, 'mV', '0 V'],
  [5_000, 'ms', '5 s'],
  [60, 's', '60 s'],
  [60, '%', '60 %'],
  [3, null, '3'],
])('a value of %d in the unit %s is read as %s', (value, unit, word) => {
  expect(valueWord(value, unit)).toBe(word)
})

test('a range is said in the unit that is typed', () => {
  expect(rangeWord(threshold)).toBe('0 – 60 V')
  expect(rangeWord(timeout)).toBe('0.5 – 30 s')
  expect(rangeWord(interval)).toBe('10 – 86400 s')
})

test('the key of a parameter ends with its unit', () => {
  expect(['low_voltage_mv', 'lock_timeout_ms', 'heartbeat_s', 'buzzer_level', 'wifi_ssid'].map(unitOf)).toEqual([
    'mV',
    'ms',
    's',
    null,
    null,
  ])
})

test.each([
  [threshold, 3_300, null],
  [threshold, 0, null],
  [threshold, 60_001, '0 to 60 V'],
  [threshold, 2_999, 'Low voltage threshold: 0, or 3 to 60 V'],
  [threshold, '', 'A number'],
  [timeout, 499, '0.5 to 30 s'],
  [level, 11, '0 to 10'],
  [level, 1.5, 'A whole number'],
] as const)('spec 5: of $0.key, %s is refused in the unit of its field', (parameter, value, fault) => {
  expect(faultOf(parameter, value)).toBe(fault)
})

test('spec 5: the threshold is 0, or 3 to 60 V', () => {
  for (const mv of [0, 3_000, 60_000]) expect(lowVoltageFault(mv)).toBeUndefined()
  for (const mv of [null, 1, 2_999, 60_001, 3_000.5])
    expect(lowVoltageFault(mv)).toBe('Low voltage threshold: 0, or 3 to 60 V')
})
