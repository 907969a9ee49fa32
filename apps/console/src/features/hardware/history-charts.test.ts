import { expect, test } from 'vitest'
import type { HistoryPoint } from '@wheelhouse/contract/hardware/hardware-history.ts'
import { byContact, chartOf, curves, percentOf, steadyWords, stripOf, titleOf } from './history-charts.ts'

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

test('an hour that the clocks repeat is marked as the second one', () => {
  const time = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short', timeZone: 'Europe/Tallinn' })
  const words = {
    moment: (at: string) => time.format(Date.parse(at)),
    exact: (at: string) => at,
    ticks: () => new Map<number, string>(),
    number: String,
  }
  const one = { number: 1, type: 'dock', online_share: 1, steps: [1, 1, 1] }
  const strip = { devices: [one], from: '2026-10-25T00:00:00.000Z', step_s: 3_600 }
  expect(stripOf(strip, () => 'Dock 1', words).columns).toEqual(['03:00', '03:00, second time', '04:00'])
})

test.each([
  [1, 100],
  [0.9999, 99.9],
  [0.9995, 99.9],
  [0.29, 29],
  [0.57, 57],
  [0, 0],
])('a share of %d is %d %, never rounded up', (share, percent) => {
  expect(percentOf(share)).toBe(percent)
})

const silent: HistoryPoint = {
  at: '2026-11-20T08:00:00.000Z',
  beats: 0,
  online_share: 0,
  rssi_min_dbm: null,
  rssi_mean_dbm: null,
  rssi_max_dbm: null,
  wifi_rssi_min_dbm: null,
  wifi_rssi_mean_dbm: null,
  wifi_rssi_max_dbm: null,
  supply_min_mv: null,
  supply_mean_mv: null,
  supply_max_mv: null,
  temperature_min_c: null,
  temperature_mean_c: null,
  temperature_max_c: null,
}
/** As it was written before means were kept. */
const old: HistoryPoint = { ...silent, beats: 5, rssi_min_dbm: -62 }
const whole: HistoryPoint = { ...silent, beats: 5, rssi_min_dbm: -60, rssi_mean_dbm: -55.4, rssi_max_dbm: -51 }

test.each([
  ['the mean in its band', [whole, silent], 'Signal', [-55.4, null], [[-60, -51], null]],
  ['the minimum where there is no mean', [old, whole], 'Signal', [-62, -55.4], [null, [-60, -51]]],
  ['the minimum alone', [old, old], 'Signal, minimum', [-62, -62], undefined],
])('a history of hardware draws %s', (_name, points, title, values, spread) => {
  const signal = curves.find(({ id }) => id === 'signal')
  if (!signal) throw new Error('The signal has no curve')
  const words = { moment: String, exact: String, number: String, ticks: () => new Map<number, string>() }
  const history = {
    hardware_id: 'A',
    from: silent.at,
    to: silent.at,
    step_s: 300,
    online_share: 1,
    listened_s: 600,
    points,
  }
  const data = chartOf(history, signal, words)
  expect(data?.series).toHaveLength(1)
  expect(data?.series[0]).toMatchObject({ id: 'rssi', values })
  expect(data?.series[0]?.spread).toEqual(spread)
  expect(data && titleOf(signal, data)).toBe(title)
})
