import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { amountText, Currency, currencyCodes, currencyDecimals } from '../currencies.ts'
import { actionsOfFee, feePeriods, feeStatusOn } from './fee-rules.ts'
import { highestFee, ServiceFeeBody } from './service-fees.ts'
import { timesAYear, totalsOf, yearlySums } from './fee-totals.ts'
import type { FeeAmount } from './fee-totals.ts'

const amount: fc.Arbitrary<FeeAmount> = fc.record({
  fee: fc.integer({ min: 0, max: highestFee }),
  currency: fc.constantFrom('EUR', 'JPY', 'KWD'),
  period: fc.constantFrom(...feePeriods),
})

describe('spec 3: active fee totals, monthly, quarterly, yearly', () => {
  test('of one fee of each period', () => {
    expect(totalsOf([{ fee: 1000, currency: 'EUR', period: 'monthly' }])).toEqual([
      { currency: 'EUR', monthly: 1000, quarterly: 3000, yearly: 12_000 },
    ])
    expect(totalsOf([{ fee: 1000, currency: 'EUR', period: 'quarterly' }])).toEqual([
      { currency: 'EUR', monthly: 333, quarterly: 1000, yearly: 4000 },
    ])
    expect(totalsOf([{ fee: 1000, currency: 'EUR', period: 'yearly' }])).toEqual([
      { currency: 'EUR', monthly: 83, quarterly: 250, yearly: 1000 },
    ])
  })

  test('half a unit is rounded up, once, of the sum and not of each fee', () => {
    expect(totalsOf([{ fee: 6, currency: 'EUR', period: 'yearly' }])[0]?.monthly).toBe(1)
    expect(totalsOf([{ fee: 5, currency: 'EUR', period: 'yearly' }])[0]?.monthly).toBe(0)
    const three = Array.from({ length: 3 }, () => ({ fee: 100, currency: 'EUR', period: 'yearly' as const }))
    expect(totalsOf(three)[0]).toMatchObject({ monthly: 25, quarterly: 75, yearly: 300 })
  })

  test('currencies are never added, and stand by their code', () => {
    const fees = ['NOK', 'EUR'].map((currency) => ({ fee: 100, currency, period: 'monthly' as const }))
    expect(totalsOf(fees).map((totals) => [totals.currency, totals.monthly])).toEqual([
      ['EUR', 100],
      ['NOK', 100],
    ])
  })

  test('before rounding a year is exactly twelve months and four quarters, whatever the fees', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 40 }), (fees) => {
        const exact = yearlySums(fees)
        for (const { currency, monthly, quarterly, yearly } of totalsOf(fees)) {
          const sum = exact.get(currency) ?? 0n
          expect(BigInt(yearly)).toBe(sum)
          // As rounded the true value lies within half a unit, the half above.
          for (const [rounded, parts] of [
            [monthly, 12n],
            [quarterly, 4n],
          ] as const) {
            const twice = 2n * parts * BigInt(rounded) - 2n * sum
            expect(twice > -parts && twice <= parts).toBe(true)
          }
        }
      }),
    )
  })

  test('sums do not depend on the order, and grouping by period changes nothing', () => {
    fc.assert(
      fc.property(fc.array(amount, { maxLength: 30 }), (fees) => {
        const grouped = new Map<string, FeeAmount>()
        for (const one of fees) {
          const key = `${one.currency} ${one.period}`
          grouped.set(key, { ...one, fee: (grouped.get(key)?.fee ?? 0) + one.fee })
        }
        expect(totalsOf([...grouped.values()])).toEqual(totalsOf(fees))
        expect(totalsOf(fees.toReversed())).toEqual(totalsOf(fees))
      }),
    )
  })

  test('a quarter is three months, a year four quarters', () => {
    expect(timesAYear).toEqual({ monthly: 12, quarterly: 4, yearly: 1 })
  })
})

describe('start and end date', () => {
  test.each([
    ['2026-11-22', null, 'coming'],
    ['2026-11-21', null, 'active'],
    ['2026-01-01', '2026-11-21', 'active'],
    ['2026-11-21', '2026-11-21', 'active'],
    ['2026-01-01', '2026-11-20', 'ended'],
  ])('from %s to %s on 21 November: %s', (start_date, end_date, status) => {
    expect(feeStatusOn({ start_date, end_date }, '2026-11-21')).toBe(status)
  })

  test('only what has not begun is deleted, and what has ended is not ended again', () => {
    expect(Object.entries(actionsOfFee).flatMap(([status, can]) => (can.includes('delete') ? [status] : []))).toEqual([
      'coming',
    ])
    expect(actionsOfFee.ended).not.toContain('end')
  })

  test('an end before the start is refused at its field', () => {
    const body = {
      service: 'platform',
      fee: 1,
      currency: 'EUR',
      period: 'monthly',
      start_date: '2026-02-02',
      end_date: '2026-02-01',
    }
    expect(ServiceFeeBody.safeParse(body).error?.issues[0]).toMatchObject({
      path: ['end_date'],
      message: 'End date: not before the start date',
    })
    expect(ServiceFeeBody.safeParse({ ...body, end_date: '2026-02-02' }).success).toBe(true)
    expect(ServiceFeeBody.safeParse({ ...body, start_date: '2026-02-30', end_date: null }).success).toBe(false)
  })
})

describe('spec 5: currency in ISO 4217 format', () => {
  test.each(['eur', 'EU', 'XXX', 'XAU', 'DEM', 'BTC'])('%s is none', (code) => {
    expect(Currency.safeParse(code).error?.issues[0]?.message).toBe('Currency: in ISO 4217 format')
  })
  test('each is three capital letters and stands once', () => {
    expect(currencyCodes.filter((code) => !/^[A-Z]{3}$/.test(code))).toEqual([])
    expect(new Set(currencyCodes).size).toBe(currencyCodes.length)
  })
  test('a minor unit has no, two or three decimals, as the standard says', () => {
    expect(['JPY', 'ISK', 'EUR', 'HUF', 'KWD', 'IQD'].map(currencyDecimals)).toEqual([0, 0, 2, 2, 3, 3])
    expect([amountText(1250, 'EUR'), amountText(1250, 'JPY'), amountText(1250, 'KWD'), amountText(5, 'EUR')]).toEqual([
      '12.50',
      '1250',
      '1.250',
      '0.05',
    ])
  })
})
