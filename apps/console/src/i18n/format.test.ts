import { expect, test } from 'vitest'
import { currencyCodes, currencyDecimals } from '@wheelhouse/contract/currencies.ts'
import { decimalsOf } from '../ui/form/money.ts'
import { exactTime } from '../ui/details/time.tsx'
import { number } from '../ui/base/translate.ts'
import { formatOf, hardwareId, rfidDecimal, total, writeAsPreferred } from './format.ts'
import { setPreferences } from '../stores/user-store.ts'

const instant = '2026-11-21T02:05:07.000Z'
const plain = { localizedFormats: false, rfidFormat: 'hex', timezone: 'Europe/Tallinn' } as const

test('spec 3: without localized formats dates are written the ISO way, in the chosen time zone', () => {
  const format = formatOf(plain, 'en-US')
  expect(format.dateTime(instant)).toBe('2026-11-21 04:05')
  expect(format.date('2026-11-20T23:30:00.000Z')).toBe('2026-11-21')
  expect(format.time(instant)).toBe('04:05')
  expect(format.exact(instant)).toMatch(/^2026-11-21 04:05:07/)
})

test('spec 3: localized formats follow the language', () => {
  const german = formatOf({ ...plain, localizedFormats: true }, 'de-DE')
  expect(german.date(instant)).toBe('21.11.2026')
  expect(german.number(1234567.5, 1)).toBe('1.234.567,5')
})

test('what is absent is a dash, zero is a zero, and minus is a minus', () => {
  const format = formatOf(plain, 'en-US')
  expect([format.dateTime(null), format.number(null), format.money(null, 'EUR'), format.rfid(null)]).toEqual([
    '–',
    '–',
    '–',
    '–',
  ])
  expect(format.number(0)).toBe('0')
  expect(format.number(-71)).toBe('−71')
})

test('money is minor units: currencies with none, two and three decimals', () => {
  const format = formatOf(plain, 'en-US')
  expect(format.money(1250, 'EUR')).toBe('€12.50')
  expect(format.money(1250, 'JPY')).toBe('¥1,250')
  expect(format.money(1250, 'KWD').replace(/\s/g, ' ')).toBe('KWD 1.250')
})

test('an RFID key of four bytes has ten digits as a decimal', () => {
  expect(rfidDecimal('00745A70')).toBe('0007625328')
  expect(rfidDecimal('FFFFFFFF')).toBe('4294967295')
  expect(rfidDecimal('04A1B2C3D4E5F6')).toBe('1303689068602870')
  expect(rfidDecimal('no key')).toBe('no key')
  expect(formatOf({ ...plain, rfidFormat: 'decimal' }, 'en-US').rfid('00745a70')).toBe('0007625328')
  expect(formatOf(plain, 'en-US').rfid('00745a70')).toBe('00745A70')
})

test('relative times go from seconds to days', () => {
  const { relative } = formatOf(plain, 'en-US')
  const now = Date.parse(instant)
  expect(relative(instant, now + 240_000)).toBe('4 min. ago')
  expect(relative(instant, now + 3 * 86_400_000)).toBe('3 days ago')
})

test('a hardware id is read in groups of four, a bounded count says so', () => {
  expect(hardwareId('0A1B2C3D4E5F0A1B2C3D4E5F')).toBe('0A1B 2C3D 4E5F 0A1B 2C3D 4E5F')
  expect(total(formatOf(plain, 'en-US'), { total: 10_000, total_is_exact: false })).toBe('10,000+')
})

test('a calendar day is the same day everywhere', () => {
  const west = formatOf({ ...plain, localizedFormats: true, timezone: 'Pacific/Honolulu' }, 'en-GB')
  expect([west.day('2026-11-21'), west.longDay('2026-11-21')]).toEqual(['21 Nov', 'Sat, 21 Nov 2026'])
  expect(formatOf({ ...plain, localizedFormats: false }, 'en-GB').day('2026-11-21')).toBe('11-21')
})

test('money: fields and cells count the decimals of every currency as the contract does (values: wire conventions)', () => {
  expect(currencyCodes.filter((code) => decimalsOf(code) !== currencyDecimals(code))).toEqual([])
  const english = formatOf({ localizedFormats: true, rfidFormat: 'hex', timezone: 'UTC' }, 'en-GB')
  expect(english.money(123_456, 'HUF')).toContain('1,234.56')
  expect(english.money(1234, 'IQD')).toContain('1.234')
})

test('spec 3: parts that know no person write as this one prefers, also after a change', () => {
  setPreferences({ localizedFormats: false, timezone: 'Asia/Tokyo' })
  writeAsPreferred()
  expect(exactTime(instant)).toMatch(/^2026-11-21 11:05:07/)
  setPreferences({ timezone: 'Europe/Tallinn' })
  expect(exactTime(instant)).toMatch(/^2026-11-21 04:05:07/)
  expect(number(12_345.5, 1)).toBe('12,345.5')
})
