import { overstayClasses } from '@wheelhouse/contract/dashboards/charts.ts'
import type { BarFigures, ChartId, Figures } from '@wheelhouse/contract/dashboards/charts.ts'
import { idleStatuses } from '@wheelhouse/contract/locations/location-values.ts'
import type { OfflineClass } from '@wheelhouse/contract/hardware/offline-classes.ts'
import { hardwareOfFirmware } from '../firmware/firmware-link.ts'
import { locationPath } from '../locations/location-link.tsx'

type Period = Pick<Figures, 'from' | 'to'>
type Bar = Pick<BarFigures['bars'][number], 'id' | 'label' | 'firmware' | 'offline_for'>
type Counted = Bar & Pick<BarFigures['bars'][number], 'value'>

/**
 * The list behind a chart, which may have bars: of the places of the dashboard, on the days of the period by the clock of each place.
 */
export function chartLink(
  chart: ChartId,
  dashboardId: string,
  { from, to }: Period,
  bars: readonly Counted[] = [],
): string {
  const places = `dashboard_id=${dashboardId}`
  const placesOnDays = `days=${from}..${to}&${places}`
  switch (chart) {
    case 'sessions':
    case 'people':
      return `/device-sessions/history?took_place=yes&${placesOnDays}`
    case 'duration':
      return `/device-sessions/history?how_ended_not=cancelled&${placesOnDays}`
    case 'ratings':
      return `/device-sessions/history?took_place=yes&rating_empty=no&${placesOnDays}`
    case 'occupancy':
    case 'occupancy_week':
      return `/device-sessions/active?${places}`
    case 'overstays':
      return `/device-sessions/active?min_minutes=${overstayClasses[0].from}&${places}`
    case 'revenue':
      return `/payments?state=paid&state=approved&state=refunded&${placesOnDays}`
    case 'uptime':
      return `/outages?view=all&scope=location&${placesOnDays}`
    case 'offline_devices':
      return `${offlineList(bars)}&${places}`
    case 'maintenance':
      return `/maintenance-log?${places}`
    case 'best_locations':
    case 'worst_locations':
      return `/locations?${places}`
    case 'firmware':
      return `/hardware/firmware?${places}`
    case 'rides':
    case 'ride_distance':
      return `/rental-sessions/history?took_place=yes&${placesOnDays}`
    case 'commands':
    case 'latency':
      return `/commands?${placesOnDays}`
  }
}

/** What a bar is of, and the list behind its number. */
export interface BarLinks {
  thing?: string
  value?: string
}

/** Of one bar; a chart whose classes are no filter of its list leads to the whole list. */
export function barLinks(chart: ChartId, bar: Bar, dashboardId: string, { from, to }: Period): BarLinks {
  if (bar.id !== null)
    return {
      thing: locationPath(bar.id),
      value: `/device-sessions/history?took_place=yes&days=${from}..${to}&location_id=${bar.id}`,
    }
  const list = classList(chart, bar)
  return list === undefined ? {} : { value: `${list}&dashboard_id=${dashboardId}` }
}

/** The rows of one class. */
function classList(chart: ChartId, { label, firmware, offline_for }: Bar): string | undefined {
  switch (chart) {
    case 'maintenance':
      return `/maintenance-log?${label === 'overdue' ? 'overdue=yes' : `priority=${label}`}`
    case 'overstays':
      return overstaysOf(label)
    case 'firmware':
      return firmware && hardwareOfFirmware(firmware)
    case 'offline_devices':
      return offline_for && hardwareOffline([offline_for])
    default:
      return undefined
  }
}

/** Hardware without contact for so long, where something is expected to work. */
const hardwareOffline = (classes: readonly OfflineClass[]): string =>
  `/hardware/list?${new URLSearchParams([
    ...classes.map((one) => ['offline_for', one]),
    ...idleStatuses.map((status) => ['location_status_not', status]),
  ])}`

/** All hardware that the bars count; their locations where the list of hardware shows this reader other pieces. */
function offlineList(bars: readonly Counted[]): string {
  const counted = bars.filter(({ value }) => value !== 0)
  const classes = counted.flatMap(({ offline_for }) => offline_for ?? [])
  return classes.length > 0 && classes.length === counted.length
    ? hardwareOffline(classes)
    : '/locations?health=offline&health=some_offline'
}

function overstaysOf(label: string): string | undefined {
  const one = overstayClasses.find((known) => known.label === label)
  const upTo = one?.below ? `&below_minutes=${one.below}` : ''
  return one && `/device-sessions/active?min_minutes=${one.from}${upTo}`
}
