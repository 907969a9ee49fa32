import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import type { BarFigures, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { ChartTile } from './chart-tile.tsx'

const figures: Figures = {
  at: '2026-06-15T10:00:00.000Z',
  from: '2026-06-01',
  to: '2026-06-14',
  days: [],
  step: 'day',
  days_earlier: null,
  locations: 1,
  charts: [],
}
const dashboardId = '01900000-0000-7000-8000-000000000001'

function drawn(chart: BarFigures['chart'], bar: BarFigures['bars'][number], id?: string): string {
  const counted = { kind: 'bars', unit: 'count', currency: null, rounded_to: null } as const
  const bars: BarFigures = { ...counted, chart, bars: [bar], headline: { value: bar.value, previous: null } }
  const tile = createElement(ChartTile, { chart: bars, figures, height: 200, dashboardId: id })
  return renderToStaticMarkup(createElement(MantineProvider, null, tile))
}

test.each([
  [
    'overstays',
    { id: null, label: '3 to 7 d', value: 12, previous: null },
    'href="/device-sessions/active?min_minutes=4320&amp;below_minutes=10080&amp;',
  ],
  [
    'firmware',
    { id: null, label: 'lock 2.14.3', firmware: { name: 'lock', version: '2.14.3' }, value: 12, previous: null },
    'href="/hardware/list?firmware_name=lock&amp;firmware_version=2.14.3&amp;',
  ],
  [
    'offline_devices',
    { id: null, label: '2 to 24 h', offline_for: 'from_2_to_24_h', value: 12, previous: null },
    'href="/hardware/list?offline_for=from_2_to_24_h&amp;location_status_not=in_house&amp;location_status_not=in_delivery&amp;location_status_not=obsolete&amp;',
  ],
  ['maintenance', { id: null, label: 'High', value: 12, previous: null }, 'href="/maintenance-log?priority=High&amp;'],
] as const)('the number of a bar of %s is a link that says what it is of', (chart, bar, href) => {
  const html = drawn(chart, bar, dashboardId)
  expect(html).toContain(`<a ${href}dashboard_id=${dashboardId}" aria-label="${bar.label}: 12">12</a>`)
  // A public page opens no list.
  expect(drawn(chart, bar)).not.toContain('<a ')
})
