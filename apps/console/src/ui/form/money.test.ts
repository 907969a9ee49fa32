import { describe, expect, it } from 'vitest'
import { amountsInCurrency, decimalsOf, inCurrency, majorOf, minorOf, moneyText, separatorsOf } from './money.ts'

describe('money in minor units (values: wire conventions)', () => {
  it('knows currencies of two, none and three decimals', () => {
    expect(['EUR', 'JPY', 'KWD'].map(decimalsOf)).toEqual([2, 0, 3])
  })
  it('takes what is typed exactly, where floating point would not', () => {
    expect(minorOf('1.15', 'EUR')).toBe(115)
    expect(minorOf('8.2', 'EUR')).toBe(820)
    expect(minorOf('1234567.89', 'EUR')).toBe(123_456_789)
    expect(minorOf('12', 'JPY')).toBe(12)
    expect(minorOf('1.005', 'KWD')).toBe(1005)
    expect(minorOf('-0.5', 'EUR')).toBe(-50)
    expect(Object.is(minorOf('-0', 'EUR'), 0)).toBe(true)
  })
  it('tells nothing typed from what cannot be: more decimals, letters, more than a number holds', () => {
    expect(minorOf(' ', 'EUR')).toBeNull()
    expect(minorOf('-', 'EUR')).toBeNull()
    expect(minorOf('1.5', 'JPY')).toBeNaN()
    expect(minorOf('1.234', 'EUR')).toBeNaN()
    expect(minorOf('12 EUR', 'EUR')).toBeNaN()
    expect(minorOf('99999999999999999', 'EUR')).toBeNaN()
  })
  it('takes zeros at the end for what they are', () => {
    expect(minorOf('5.00', 'JPY')).toBe(5)
    expect(minorOf('1.2300', 'EUR')).toBe(123)
  })
  it('gives back what it took, in every number of decimals', () => {
    for (const currency of ['EUR', 'JPY', 'KWD'])
      for (const minor of [0, 1, 9, 10, 99, 100, 1005, 123_456_789, -1, -1005])
        expect(minorOf(majorOf(minor, currency), currency)).toBe(minor)
    expect(majorOf(5, 'EUR')).toBe('0.05')
    expect(majorOf(-5, 'KWD')).toBe('-0.005')
  })
  it('keeps what is typed when the currency changes', () => {
    expect(inCurrency(200, 'JPY', 'EUR')).toBe(20_000)
    expect(inCurrency(1_500, 'EUR', 'JPY')).toBe(15)
    expect(inCurrency(150, 'EUR', 'JPY')).toBeNaN()
    expect(inCurrency(null, 'EUR', 'JPY')).toBeNull()
  })
  it('writes as the language does', () => {
    expect(moneyText(123_456, 'EUR', 'en-GB')).toBe('€1,234.56')
    expect(moneyText(-160, 'EUR', 'en-GB')).toBe('−€1.60')
    expect(separatorsOf('de-DE')).toEqual({ decimal: ',', group: '.' })
  })
})

it('an amount that a currency has no decimals for comes back with one that has them', () => {
  const converted = amountsInCurrency()
  const yen = converted('day', 150, 'EUR', 'JPY')
  expect(yen).toBeNaN()
  expect(converted('day', yen, 'JPY', 'KWD')).toBe(1_500)
  expect(converted('day', yen, 'JPY', 'EUR')).toBe(150)
  // Each amount is its own, and what is typed or emptied since then counts.
  expect(converted('week', Number.NaN, 'JPY', 'EUR')).toBeNaN()
  expect(converted('day', 300, 'JPY', 'EUR')).toBe(30_000)
  expect(converted('day', null, 'EUR', 'JPY')).toBeNull()
  expect(converted('day', Number.NaN, 'JPY', 'EUR')).toBeNaN()
})
