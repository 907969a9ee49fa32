import * as v from 'valibot'
import { expect, test } from 'vitest'
import { instantsIn, PeriodOrDays } from './periods.ts'

const inTallinn = (search: Parameters<typeof instantsIn>[0], today = '2026-11-21') =>
  instantsIn(search, today, 'Europe/Tallinn')

test('spec 5: a named period is counted in whole days and months, by the clock of the reader', () => {
  expect(inTallinn({ period: 'today' })).toEqual({ from: '2026-11-20T22:00:00.000Z' })
  expect(inTallinn({ period: 'yesterday' })).toEqual({
    from: '2026-11-19T22:00:00.000Z',
    to: '2026-11-20T22:00:00.000Z',
  })
  expect(inTallinn({ period: 'last_7_days' })).toEqual({ from: '2026-11-14T22:00:00.000Z' })
  expect(inTallinn({ period: 'last_month' }, '2026-01-05')).toEqual({
    from: '2025-11-30T22:00:00.000Z',
    to: '2025-12-31T22:00:00.000Z',
  })
  expect(instantsIn({ period: 'today' }, '2026-11-21', 'America/Los_Angeles')).toEqual({
    from: '2026-11-21T08:00:00.000Z',
  })
})

test('two days of an address include both of them, also when the clock changes between them', () => {
  const period = v.parse(PeriodOrDays, '2026-10-24..2026-10-25')
  expect(inTallinn({ period })).toEqual({ from: '2026-10-23T21:00:00.000Z', to: '2026-10-25T22:00:00.000Z' })
})
