import { afterEach, expect, test } from 'vitest'
import { number, writeNumbersIn } from './translate.ts'

afterEach(() => writeNumbersIn('en-US'))

const languages = 'cs da de de-AT en en-GB es et fi fr fr-CH it lt lv nb nl nn no pl pt pt-BR sk sl sv'.split(' ')
const otherDigits = ['ar-EG', 'bn', 'fa', 'mr', 'en-u-nu-deva']

test.each([...languages, ...otherDigits])('whole numbers are written as the browser writes them in %s', (language) => {
  writeNumbersIn(language)
  const format = new Intl.NumberFormat(language)
  const values = [0, 1, 9, 10, 71, 100, 999, 1_000, 12_345, -3]
  expect(values.map((value) => number(value))).toEqual(values.map((value) => format.format(value)))
})

test('decimals are written by their number, also when there are none', () => {
  expect([number(7, 1), number(7, 0), number(7.5, 0)]).toEqual(['7.0', '7', '8'])
})
