import { expect, test } from 'vitest'
import { isPin, recognise, rfidFromDecimal, rfidFromHex, rfidReversed } from './recognise.ts'
import type { RfidFormat } from './recognise.ts'

/** A numbering plan of a test: everything with a plus and eleven digits. */
const phoneOf = (text: string): string | null => {
  const digits = text.replace(/^00/, '+').replace(/[^+\d]/g, '')
  return /^\+\d{11}$/.test(digits) ? digits : null
}
const meaningOf = (text: string, rfidFormat: RfidFormat = 'hex'): string => {
  const { readings, error } = recognise(text, { phoneOf, rfidFormat })
  return error ?? readings.map((one) => `${one.kind} ${one.value}${one.is_reversed ? ' reversed' : ''}`).join(', ')
}

const id = '01900000-0000-7000-8000-00000000cafe'

test.each([
  ['', ''],
  ['+372 5123 4567', 'phone +37251234567'],
  ['0037251234567', 'phone +37251234567, rfid_decimal 000008AC58BB07, rfid_decimal 07BB58AC080000 reversed'],
  [` ${id.toUpperCase()} `, `user_id ${id}`],
  ['274913', 'pin 274913'],
  ['00745A70', 'rfid_hex 00745A70, rfid_hex 705A7400 reversed'],
  ['00:74:5a:70', 'rfid_hex 00745A70, rfid_hex 705A7400 reversed'],
  ['0007625328', 'rfid_decimal 00745A70, rfid_decimal 705A7400 reversed'],
  ['7625328', 'rfid_decimal 00745A70, rfid_decimal 705A7400 reversed'],
  ['04A2B1C9D0E1F2', 'rfid_hex 04A2B1C9D0E1F2, rfid_hex F2E1D0C9B1A204 reversed'],
  ['11111111', 'rfid_hex 11111111, rfid_decimal 00A98AC7, rfid_decimal C78AA900 reversed'],
  ['Mari.Tamm@Riders.test', 'email mari.tamm@riders.test'],
  ['Mari Tamm', 'name mari tamm'],
  ['Õie', 'name õie'],
])('screens, Find user: %j is taken for %j', (text, meaning) => {
  expect(meaningOf(text)).toBe(meaning)
})

test('spec 3: a row of digits that may be hex or decimal is first what the person prefers', () => {
  expect(meaningOf('12345678', 'hex').split(' ')[0]).toBe('rfid_hex')
  expect(meaningOf('12345678', 'decimal').split(' ')[0]).toBe('rfid_decimal')
})

test.each([
  ['+372 12', 'Invalid phone number'],
  ['01900000-0000-7000-8000-00000000', 'Invalid user id'],
  ['12345', 'Invalid PIN'],
  ['123456', 'Invalid PIN'],
  ['112233', 'Invalid PIN'],
  ['99999999999999999999999999', 'Invalid RFID-DEC key'],
  ['745A70', 'Invalid RFID key'],
  ['00745A7000', 'Invalid RFID key'],
  ['mari@', 'Invalid email address'],
  ['mari tamm@riders', 'Invalid email address'],
  ['an', 'At least 3 letters of a name'],
])('spec 5: %j is refused with %j', (text, words) => {
  expect(meaningOf(text)).toBe(words)
})

test('values, formats: the example of the RFID format, both ways', () => {
  expect(rfidFromDecimal('0007625328')).toBe('00745A70')
  expect(rfidFromHex('00745a70')).toBe('00745A70')
  expect(rfidReversed('00745A70')).toBe('705A7400')
})

test('values, PIN: six digits without runs and repeats', () => {
  expect(['274913', '906183', '123456', '274914', '27491', '998877'].map(isPin)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ])
})
