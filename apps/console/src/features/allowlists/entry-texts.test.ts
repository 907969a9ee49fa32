import { expect, test } from 'vitest'
import { hexText, invalidText } from './entry-texts.ts'

const zeros = 'For a decimal number, add the leading zeros.'

test.each([
  [['7625328', '04A2B1C9'], null],
  [['7625328', '77771209'], `77771209 is read as hexadecimal. ${zeros}`],
  [
    ['7625328', '77771209', '42949672960000', '77771210'],
    `3 entries are read as hexadecimal, the first is 77771209. ${zeros.replace('a decimal number', 'decimal numbers')}`,
  ],
] as const)('of the keys %j the dialog says %j', (entries, text) => {
  expect(hexText(entries)).toBe(text)
})

test.each([
  ['keys', ['7625328'], null],
  ['keys', ['7625328', '00745A'], '00745A: Invalid RFID key'],
  ['keys', ['00745A', '4294967296'], '2 not valid, the first is 00745A: Invalid RFID key'],
  ['users', [`${'m'.repeat(60)}@riders.test`], null],
  ['users', [`${'m'.repeat(250)}@riders.test`], `${'m'.repeat(64)}…: Invalid email address`],
  ['keys', ['7'.repeat(300)], `${'7'.repeat(64)}…: Invalid RFID key`],
  ['users', ['mari@riders.test', '51234567'], '51234567: Invalid phone number'],
] as const)('of the %s %j the dialog says %j', (of, entries, text) => {
  expect(invalidText(entries, of)).toBe(text)
})
