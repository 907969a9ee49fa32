import { expect, test } from 'vitest'
import { severalOutages } from './outage-labels.ts'

const outage = (time: string, rest: { confirmed_at?: string; well_since?: string } = {}) => ({
  began_at: `2026-11-21T${time}:00.000Z`,
  confirmed_at: null,
  well_since: null,
  ...rest,
})

test('several outages are as old as the first of them', () => {
  expect(severalOutages([outage('10:34'), outage('10:32')])).toEqual({
    since: '2026-11-21T10:32:00.000Z',
    isTogether: true,
    isConfirmed: false,
  })
})

test('one that began much earlier does not speak for the others', () => {
  expect(severalOutages([outage('10:34'), outage('02:10', { confirmed_at: '2026-11-21T04:10:00.000Z' })])).toEqual({
    since: '2026-11-21T02:10:00.000Z',
    isTogether: false,
    isConfirmed: true,
  })
})

test('an outage that is in contact again does not say how long the others have lasted', () => {
  const back = outage('02:10', { well_since: '2026-11-21T10:30:00.000Z' })
  expect(severalOutages([back, outage('10:34')])?.since).toBe('2026-11-21T10:34:00.000Z')
  expect(severalOutages([back])).toBeNull()
})
