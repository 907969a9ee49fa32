import { expect, test } from 'vitest'
import { listLabels, nextNumber, numberLabels, previewOf } from './device-numbers.ts'

const devices = [
  { type: 'dock', number: 11 },
  { type: 'dock', number: 12 },
  { type: 'controller', number: 1 },
] as const

const next = [{ type: 'dock', number: 15 }] as const

test('numbers go on where the server says, which counts what was deleted', () => {
  expect([nextNumber(next, 'dock'), nextNumber(next, 'locker')]).toEqual([15, 1])
  expect(numberLabels('dock', 13, 12)).toBe('Dock 13 to 24')
  expect(numberLabels('rental_dock', 1, 1)).toBe('Rental dock 01')
})

test('spec 5: an amount that is no positive number previews nothing', () => {
  const typed = (amount: unknown, first_number: unknown = null) =>
    previewOf(next, { type: 'dock', amount, first_number })
  expect(typed(12)).toBe('Dock 15 to 26')
  expect(typed(2, 40)).toBe('Dock 40 to 41')
  expect([typed(0), typed(-3), typed(1.5), typed(null), typed(2, 0)]).toEqual([null, null, null, null, null])
  expect(previewOf(null, { type: 'dock', amount: 2 })).toBe(null)
  expect(previewOf([{ type: 'dock', number: null }], { type: 'dock', amount: 2 })).toBe(null)
  expect(previewOf(null, { type: 'dock', amount: 2, first_number: 7 })).toBe('Dock 07 to 08')
})

test('a list of devices names each type once and counts the rest', () => {
  expect(listLabels(devices)).toBe('Dock 11, 12, Controller 01')
  expect(listLabels(devices, 1)).toBe('Dock 11 and 2 more')
})
