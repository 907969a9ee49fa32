import { expect, test } from 'vitest'
import { byContact, steadyWords } from './history-charts.ts'

const device = (number: number, online_share: number | null) => ({ number, online_share })

test.each([
  ['all in contact', [1, 1], [], [0, 1]],
  ['above 99 %', [0.991, 0.99], [1], [0]],
  ['worst first', [1, 0.5, 0, 0.9], [2, 1, 3], [0]],
  ['not known', [null, 0.2], [1, 0], []],
])('contact of devices, %s', (_name, shares, missed, steady) => {
  const found = byContact(shares.map((share, index) => device(index, share)))
  expect(found.missed.map(({ number }) => number)).toEqual(missed)
  expect(found.steady.map(({ number }) => number)).toEqual(steady)
})

test.each([
  [[1, 1], '2 devices at 100 %'],
  [[1], '1 device at 100 %'],
  [[1, 0.997], '2 devices above 99 %'],
])('steady devices of %s read: %s', (shares, words) => {
  expect(steadyWords(shares.map((share, index) => device(index, share)))).toBe(words)
})
