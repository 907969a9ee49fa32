import { expect, test } from 'vitest'
import { shapesOf } from './shapes.ts'

const id = '01900000-0000-7000-8000-00000000cafe'

test('values, formats: what each text may mean', () => {
  const meanings: [string, Partial<ReturnType<typeof shapesOf>>][] = [
    ['104217', { location_code: '104217', pin: '104217', words: ['104217'] }],
    ['104217/07', { location_code: null, device: { location_code: '104217', number: 7 } }],
    ['104217/', { location_code: '104217', device: null, pin: null }],
    ['104217 / ', { location_code: '104217', device: null, pin: null }],
    [`https://any.example/deep-link/search?code=104217/07`, { device: { location_code: '104217', number: 7 } }],
    [id.toUpperCase(), { id, hardware: null }],
    ['a1b2 c3d4 e5f6 a7b8 c9d0 e1f2', { hardware: { from: 'A1B2C3D4E5F6A7B8C9D0E1F2', isWhole: true } }],
    ['A1B2C3', { hardware: { from: 'A1B2C3', isWhole: false } }],
    ['A1B2', { hardware: null }],
    ['+372 5123 4567', { phone: '+37251234567' }],
    ['0037251234567', { phone: '+37251234567' }],
    ['8937 2030 0011 2300 018', { iccid: '8937203000112300018' }],
    ['89372030001123000', { iccid: null }],
    ['5123 4567', { phone: null, words: ['5123', '4567'] }],
    ['Mari.Tamm@Riders.test', { email: 'mari.tamm@riders.test' }],
    ['Mari Tamm', { words: ['mari', 'tamm'], email: null, phone: null }],
    ['an', { words: [] }],
    ['an tamm', { words: ['an', 'tamm'] }],
  ]
  for (const [text, meaning] of meanings) expect([text, shapesOf(text)]).toMatchObject([text, meaning])
})

test('values, RFID: hex and decimal, in both orders of the bytes', () => {
  const both = [
    { key: '00745A70', isReversed: false },
    { key: '705A7400', isReversed: true },
  ]
  for (const text of ['00745A70', '00745a70', '00:74:5A:70', '0007625328'])
    expect([text, shapesOf(text).cards]).toEqual([text, both])
  expect(shapesOf('7625328').cards).toEqual(both)
  expect(shapesOf('04A2B1C9D0E1F2').cards.map(({ key }) => key)).toEqual(['04A2B1C9D0E1F2', 'F2E1D0C9B1A204'])
  // More than a byte too many fits no card.
  for (const text of ['745A70', '00745A7000', '104217']) expect(shapesOf(text).cards).toEqual([])
})
