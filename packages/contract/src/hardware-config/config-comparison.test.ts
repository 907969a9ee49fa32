import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareConfigs, isDifference } from './config-comparison.ts'
import type { ComparedValue } from './config-comparison.ts'

const left: ComparedValue[] = [
  { key: 'buzzer_level', value: 3 },
  { key: 'led_brightness', value: 60, unit: '%' },
  { key: 'apn', value: null, is_secret: true },
  { key: 'auto_relock', value: true },
]
const right: ComparedValue[] = [
  { key: 'apn', value: null, is_secret: true },
  { key: 'led_brightness', value: 30, unit: '%' },
  { key: 'buzzer_level', value: 3 },
  { key: 'wifi_enabled', value: false },
]

test('each parameter is the same, differs, is on one side alone, or is a secret of which nobody knows', () => {
  expect(compareConfigs(left, right).map(({ key, comparison }) => [key, comparison])).toEqual([
    ['buzzer_level', 'same'],
    ['led_brightness', 'differs'],
    ['apn', 'hidden'],
    ['auto_relock', 'left_only'],
    ['wifi_enabled', 'right_only'],
  ])
})

test('a template is compared by the parameters that it names', () => {
  const template: ComparedValue[] = [{ key: 'led_brightness', value: 30 }]
  expect(compareConfigs(left, template, 'right')).toEqual([
    { key: 'led_brightness', left: 60, right: 30, unit: '%', comparison: 'differs' },
  ])
})

const Values = fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.oneof(fc.integer(), fc.boolean(), fc.string()))
const valuesIn = (values: Record<string, number | boolean | string>): ComparedValue[] =>
  Object.entries(values).map(([key, value]) => ({ key, value }))

test('the sides exchanged give the same differences, and a configuration does not differ from itself', () => {
  fc.assert(
    fc.property(Values, Values, (one, other) => {
      const keys = (rows: ReturnType<typeof compareConfigs>) =>
        rows
          .filter(isDifference)
          .map(({ key }) => key)
          .toSorted()
      expect(keys(compareConfigs(valuesIn(one), valuesIn(other)))).toEqual(
        keys(compareConfigs(valuesIn(other), valuesIn(one))),
      )
      expect(compareConfigs(valuesIn(one), valuesIn(one)).filter(isDifference)).toEqual([])
    }),
  )
})
