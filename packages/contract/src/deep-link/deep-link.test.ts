import { describe, expect, test } from 'vitest'
import { codeOf, isQrCode, qrCheckLetter, readingsOf } from './deep-link.ts'

const payload = '7Z3KQ9A1B'
const qr = payload + String(qrCheckLetter(payload))

describe('values: what a code may be', () => {
  test.each([
    ['104217/07', { kind: 'device_number', location_code: '104217', number: 7 }],
    ['104217 / 7', { kind: 'device_number', location_code: '104217', number: 7 }],
    ['104217', { kind: 'location_code', code: '104217' }],
    ['104217/', { kind: 'location_code', code: '104217' }],
    ['104217 /', { kind: 'location_code', code: '104217' }],
    ['a4c1 38f0 9e42 00ff 1234 5678', { kind: 'hardware_id', hardware_id: 'A4C138F09E4200FF12345678' }],
    ['01900000-0000-7000-8000-00000000ABCD', { kind: 'id', id: '01900000-0000-7000-8000-00000000abcd' }],
    ['sc-0419', { kind: 'vehicle_code', code: 'SC-0419' }],
    ['By the lamp', { kind: 'alias', alias: 'By the lamp' }],
  ])('%s', (code, reading) => expect(readingsOf(code)[0]).toEqual(reading))

  test('ten letters of base 32 with their check digit, however they are typed', () => {
    expect(isQrCode(qr)).toBe(true)
    for (const typed of [qr, qr.toLowerCase(), `${qr.slice(0, 5)}-${qr.slice(5)}`])
      expect(readingsOf(typed)[0]).toEqual({ kind: 'qr_code', code: qr })
  })

  test('a wrong letter is no QR code, though it may be someone’s alias', () => {
    const wrong = `${qr.slice(0, 3)}${qr[3] === 'A' ? 'B' : 'A'}${qr.slice(4)}`
    expect(isQrCode(wrong)).toBe(false)
    expect(readingsOf(wrong)).toEqual([
      { kind: 'vehicle_code', code: wrong },
      { kind: 'alias', alias: wrong },
    ])
  })
})

describe('spec 6: a QR must be valid', () => {
  test('the address of the deep link carries the code, on any host', () => {
    expect(codeOf('https://console.example.com/deep-link/search?code=104217%2F07')).toBe('104217/07')
    expect(codeOf(`http://localhost:3000/deep-link/search/?code=${qr}&scanQr=true`)).toBe(qr)
  })

  test.each([
    '',
    '   ',
    'https://example.com/menu',
    'https://example.com/deep-link/search',
    'mailto:somebody@example.com',
    'x'.repeat(65),
  ])('%s is none', (text) => expect(codeOf(text)).toBeNull())
})
