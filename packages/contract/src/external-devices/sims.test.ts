import { expect, test } from 'vitest'
import { gsmLength, isIccid, SmsCommand } from './sims.ts'

test('values, formats: one wrong digit of an ICCID, or two changed over, is noticed', () => {
  const iccid = '8944500000000001238'
  const valid = [...'0123456789'].map((digit) => iccid.slice(0, -1) + digit).filter((one) => isIccid(one))
  expect(valid).toHaveLength(1)
  const [good = ''] = valid
  for (let at = 0; at < good.length; at++)
    for (const digit of '0123456789') {
      const other = good.slice(0, at) + digit + good.slice(at + 1)
      expect(isIccid(other), other).toBe(other === good)
    }
  expect(isIccid(good.replace('123', '132'))).toBe(false)
})

test.each([
  '',
  '0',
  '89445000000000001',
  '89445000000000000000000',
  '8944 5000 0000 0000 014',
  '89445000000000000１４',
])('values, formats: %j is no ICCID', (text) => {
  expect(isIccid(text)).toBe(false)
})

test('an SMS counts its places: some signs take two, and some cannot be sent', () => {
  expect(gsmLength('AT+CFUN=1')).toBe(9)
  expect(gsmLength('a€[b]')).toBe(8)
  expect(gsmLength('Ωµ')).toBeNull()
  expect(gsmLength('õ')).toBeNull()
  expect(gsmLength('two\nlines')).toBe(9)
})

test('a payload goes as it was written, blanks at its ends too', () => {
  expect(SmsCommand.parse({ name: ' Restart ', payload: '  user pass reboot ' })).toEqual({
    name: 'Restart',
    payload: '  user pass reboot ',
  })
})
