import { describe, expect, test } from 'vitest'
import { certain } from '@wheelhouse/contract/certain.ts'
import { commands } from '@wheelhouse/contract/commands/commands.ts'
import { chartIds, overstayClasses } from '@wheelhouse/contract/dashboards/charts.ts'
import { OfflineClass } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { idleStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import { hardwareList } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { listAddress } from '../../lists/list-address.ts'
import { firmwareAddress } from '../firmware/firmware-address.ts'
import { locationsAddress } from '../locations/locations-address.ts'
import { entriesAddress } from '../maintenance-log/entry-address.ts'
import { outagesAddress } from '../outages/outage-address.ts'
import { activeSessionsAddress, sessionsAddress } from '../parking-sessions/session-search.ts'
import { paymentsAddress } from '../payments/payment-search.ts'
import { endedRentalsAddress } from '../rental-sessions/session-search.ts'
import { barLinks, chartLink } from './chart-links.ts'

const dashboard = '01900000-0000-7000-8000-000000000001'
const period = { from: '2026-06-01', to: '2026-06-30' }

const addresses: Record<string, { parse: (search: Record<string, unknown>) => object }> = {
  '/device-sessions/active': activeSessionsAddress,
  '/device-sessions/history': sessionsAddress,
  '/rental-sessions/history': endedRentalsAddress,
  '/payments': paymentsAddress,
  '/outages': outagesAddress,
  // That of its screen needs a browser.
  '/commands': listAddress(commands),
  // That of its screen is in a page, which no feature imports.
  '/hardware/list': listAddress(hardwareList),
  '/locations': locationsAddress,
  '/maintenance-log': entriesAddress,
  '/hardware/firmware': firmwareAddress,
}

/** What the list of a link understands of it, beside what the link says. */
function read(link: string): { said: object; understood: object | undefined } {
  const { pathname, searchParams } = new URL(link, 'https://console.test')
  const said = Object.fromEntries(
    [...new Set(searchParams.keys())].map((key) => {
      const values = searchParams.getAll(key)
      return [key, values.length === 1 ? values[0] : values]
    }),
  )
  return { said, understood: addresses[pathname]?.parse(said) }
}
const keys = (values: object | undefined): string[] => Object.keys(values ?? {}).toSorted()

describe('issue 14: each chart leads to the list behind it', () => {
  test.each(chartIds)('%s: its list understands all of the link, and the places of the dashboard', (chart) => {
    const { said, understood } = read(chartLink(chart, dashboard, period))
    expect(keys(understood)).toEqual(keys(said))
    expect(understood).toMatchObject({ dashboard_id: dashboard })
  })

  test.each([
    'sessions',
    'people',
    'duration',
    'ratings',
    'revenue',
    'uptime',
    'rides',
    'commands',
    'latency',
  ] as const)('%s is of a period, and so is its list', (chart) => {
    expect(read(chartLink(chart, dashboard, period)).understood).toMatchObject({ days: '2026-06-01..2026-06-30' })
  })

  test('a bar leads to the rows of its place, or of its class', () => {
    const place = '01900000-0000-7000-8000-000000000002'
    const links = barLinks('best_locations', { id: place, label: 'Harbour' }, dashboard, period)
    expect(links.thing).toBe(`/locations/${place}`)
    expect(read(links.value ?? '').understood).toMatchObject({ location_id: [place], took_place: 'yes' })
    for (const [label, expected] of [
      ['high', { priority: ['high'] }],
      ['overdue', { overdue: 'yes' }],
    ] as const) {
      const { value = '' } = barLinks('maintenance', { id: null, label }, dashboard, period)
      expect(read(value).understood).toMatchObject({ dashboard_id: dashboard, ...expected })
    }
    const { value = '' } = barLinks(
      'firmware',
      { id: null, label: 'dock g3 & more 2.14.3', firmware: { name: 'dock g3 & more', version: '2.14.3' } },
      dashboard,
      period,
    )
    expect(read(value).understood).toMatchObject({
      dashboard_id: dashboard,
      firmware_name: ['dock g3 & more'],
      firmware_version: ['2.14.3'],
    })
  })

  test.each(overstayClasses)('overstays of $label lead to the sessions that are open for so long', (one) => {
    const { value = '' } = barLinks('overstays', { id: null, label: one.label }, dashboard, period)
    expect(read(value).understood).toEqual({
      dashboard_id: dashboard,
      min_minutes: one.from,
      ...(one.below === null ? {} : { below_minutes: one.below }),
    })
  })

  const offline = { id: null, label: 'of some hours', value: 3 }
  const atWork = { dashboard_id: dashboard, location_status_not: [...idleStatuses] }

  test.each(OfflineClass.options)('devices that are offline for %s lead to their hardware', (offline_for) => {
    const { value = '' } = barLinks('offline_devices', { ...offline, offline_for }, dashboard, period)
    expect(read(value).understood).toEqual({ ...atWork, offline_for: [offline_for] })
  })

  test('offline devices lead to their hardware as a whole, and to their locations where it is not all listed', () => {
    const [first, second, ...others] = OfflineClass.options.map((offline_for) => ({ ...offline, offline_for }))
    const empty = others.map(({ id, label }) => ({ id, label, value: 0 }))
    const listOf = (bars: Parameters<typeof chartLink>[3]) =>
      read(chartLink('offline_devices', dashboard, period, bars)).understood
    const classes = [first?.offline_for, second?.offline_for]
    expect(listOf([certain(first), certain(second), ...empty])).toEqual({ ...atWork, offline_for: classes })
    const places = { dashboard_id: dashboard, health: ['offline', 'some_offline'] }
    expect(listOf([certain(first), offline])).toEqual(places)
    expect(listOf(empty)).toEqual(places)
    expect(barLinks('offline_devices', offline, dashboard, period)).toEqual({})
  })
})
