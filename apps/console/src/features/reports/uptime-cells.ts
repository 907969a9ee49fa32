import type { Report, ReportPreview } from '@wheelhouse/contract/reports/reports.ts'
import type { Format } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { uptimeText } from '../../i18n/percent.ts'
import { dayPlus } from '../../lists/day-span.ts'
import type { CellKind, CellLine } from '../../ui/chart/cell-rows.tsx'
import type { ChartTable } from '../../ui/chart/chart-data.ts'
import type { Place } from '../../ui/chart/chart-points.ts'
import type { ChartTip } from '../../ui/chart/chart-tip.ts'

type Uptime = NonNullable<ReportPreview['uptime']>

/** What is good where nothing was agreed, and how far below that is low. */
const [usuallyGood, farBelow] = [99, 4]

/** How a share of the time in service is drawn; what was only in maintenance counts as neither good nor bad. */
export function cellKind(share: number | null, maintenanceMinutes: number, agreed = usuallyGood): CellKind {
  if (share === null) return maintenanceMinutes > 0 ? 'apart' : 'unknown'
  if (share < agreed - farBelow) return 'low'
  return share < agreed ? 'lower' : 'good'
}

export interface UptimeCells {
  lines: CellLine[]
  tipAt: (place: Place) => ChartTip
  legend: { kind: CellKind; name: string }[]
  table: ChartTable
  formatValue: (value: number) => string
}

/** Each location of an uptime report with a cell a day, the lowest uptime first. */
export function uptimeCells(
  { from_day }: Pick<Report, 'from_day'>,
  { places }: Uptime,
  format: Format,
  agreed = usuallyGood,
): UptimeCells {
  const days = (places[0]?.days ?? []).map((_, index) => dayPlus(from_day, index))
  const written = (value: number | null): string => uptimeText(value, format)
  const names = kindNames(agreed, format)
  const lines = places.map(({ location_code, location_label, uptime, days: shares, maintenance_minutes }) => ({
    key: location_code,
    label: location_label,
    href: `/locations?q=${encodeURIComponent(location_code)}`,
    cells: shares.map((share, index) => cellKind(share, maintenance_minutes[index] ?? 0, agreed)),
    value: written(uptime),
    kind: cellKind(uptime, 0, agreed),
    kindName: names[cellKind(uptime, 0, agreed)],
  }))
  const tipAt = ({ row, column }: Place): ChartTip => {
    const place = places[row]
    const minutes = (of: readonly number[] | undefined): string =>
      t('{{count}} min', { count: format.number(of?.[column] ?? 0, 0) })
    return {
      title: `${place?.location_label ?? ''}, ${format.longDay(days[column] ?? from_day)}`,
      lines: [
        { name: t('Uptime'), value: written(place?.days[column] ?? null) },
        { name: t('Offline'), value: minutes(place?.offline_minutes) },
        ...(place?.maintenance_minutes[column]
          ? [{ name: t('Maintenance'), value: minutes(place.maintenance_minutes) }]
          : []),
      ],
    }
  }
  return { lines, tipAt, legend: legendOf(lines, names), table: tableOf(places, days, format), formatValue: written }
}

function kindNames(agreed: number, format: Format): Record<CellKind, string> {
  const good = format.number(agreed, 2)
  const low = format.number(Math.max(0, agreed - farBelow), 2)
  return {
    good: t('{{good}} % or more', { good }),
    lower: t('{{low}} to {{good}} %', { low, good }),
    low: t('Below {{low}} %', { low }),
    apart: t('Maintenance'),
    unknown: t('Not in service'),
  }
}

/** Only what is in the picture. */
function legendOf(lines: readonly CellLine[], names: Record<CellKind, string>): UptimeCells['legend'] {
  const drawn = new Set(lines.flatMap(({ cells }) => cells))
  const kinds: CellKind[] = ['good', 'lower', 'low', 'apart', 'unknown']
  return kinds.filter((kind) => drawn.has(kind)).map((kind) => ({ kind, name: names[kind] }))
}

const tableOf = (places: Uptime['places'], days: readonly string[], format: Format): ChartTable => ({
  head: [t('Location'), t('Uptime'), ...days.map(format.day)],
  rows: places.map(({ location_code, location_label, uptime, days: shares }) => ({
    key: location_code,
    cells: [location_label, uptime, ...shares],
  })),
})
