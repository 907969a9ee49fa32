import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalJson, configHash as hashWith } from './canonical-json.ts'
import type { ParameterValue } from './canonical-json.ts'

const configHash = (values: Record<string, ParameterValue>): string =>
  hashWith(values, (text) => createHash('sha256').update(text).digest('hex'))

// Section 3.2.2 of the RFC, as text: the linter refuses its numbers as literals.
const sample: unknown = JSON.parse(String.raw`{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}`)

test('RFC 8785, 3.2.2: the example of the RFC', () => {
  expect(canonicalJson(sample)).toBe(
    '{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],"string":"€$\\u000f\\nA\'B\\"\\\\\\\\\\"/"}',
  )
})

test('RFC 8785, 3.2.3: keys are ordered by their UTF-16 code units', () => {
  const keys = { '\u20ac': 1, '\r': 2, '\ufb33': 3, '1': 4, '\ud83d\ude00': 5, '\u0080': 6, '\u00f6': 7 }
  expect([...canonicalJson(keys).matchAll(/:(\d)/g)].map(([, value]) => Number(value))).toEqual([2, 4, 6, 7, 1, 5, 3])
})

test('RFC 8785, appendix B: numbers as ECMAScript writes them', () => {
  const numbers: [number, string][] = [
    [-0, '0'],
    [5e-324, '5e-324'],
    [9007199254740992, '9007199254740992'],
    [295147905179352830000, '295147905179352830000'],
    [1e21, '1e+21'],
    [9.999999999999997e-7, '9.999999999999997e-7'],
    [0.000001, '0.000001'],
    [333333333.33333325, '333333333.33333325'],
  ]
  for (const [number, text] of numbers) expect(canonicalJson(number)).toBe(text)
  expect(() => canonicalJson(Number.NaN)).toThrow()
  expect(() => canonicalJson('\ud800')).toThrow()
})

test('values (formats): the hash does not depend on the order of the parameters', () => {
  expect(configHash({ buzzer_level: 3, apn: 'iot' })).toBe(configHash({ apn: 'iot', buzzer_level: 3 }))
  expect(configHash({ buzzer_level: 3 })).toMatch(/^[0-9a-f]{16}$/)
  expect(configHash({ buzzer_level: 3 })).not.toBe(configHash({ buzzer_level: 4 }))
})
