import { expect, test } from 'vitest'
import { caseName, caseNumberOf } from './support-cases.ts'

test.each([
  ['S-104', 104],
  ['s104', 104],
  ['104', 104],
  ['S-', null],
  ['S-104/07', null],
  ['S-1234567890', null],
])('a case is called by its number: %j', (text, number) => {
  expect(caseNumberOf(text)).toBe(number)
})

test('the name of a case is read as its number', () => {
  expect(caseNumberOf(caseName(7))).toBe(7)
})
