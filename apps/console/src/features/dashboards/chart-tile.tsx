import { useMemo } from 'react'
import type {
  BarFigures,
  ChartFigures,
  ChartId,
  Figures,
  SeriesFigures,
  WeekFigures,
} from '@wheelhouse/contract/dashboards/charts.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { BarList } from '../../ui/chart/bar-list.tsx'
import type { HeatMapData } from '../../ui/chart/chart-data.ts'
import { Chart, HeatMap } from '../../ui/chart/chart.tsx'
import {
  barLabels,
  chartLabels,
  chartLabelsOf,
  earlierName,
  writeHeadline,
  writeOf,
  writeUnit,
} from './chart-labels.ts'
import { barLinks, chartLink } from './chart-links.ts'
import { seriesData } from './series-data.ts'
import classes from './dashboards.module.css'

interface TileProps<Of extends ChartFigures = ChartFigures> {
  chart: Of
  figures: Figures
  /** The day that is not over yet where the reader is; a period that is over does without. */
  today?: string | undefined
  height: number
  /** How many bars there is room for. */
  most?: number | undefined
  /** Whose lists the chart and its bars open; without it they open none. */
  dashboardId?: string | undefined
}

/** One chart with its title, comparison, table and link. */
export function ChartTile({ chart, ...tile }: TileProps) {
  switch (chart.kind) {
    case 'series':
      return <SeriesTile chart={chart} {...tile} />
    case 'week':
      return <WeekTile chart={chart} {...tile} />
    case 'bars':
      return <BarsTile chart={chart} {...tile} />
    case 'hidden':
      return (
        <section className={classes.hidden} aria-label={t(chartLabels[chart.chart])}>
          <h2>{t(chartLabels[chart.chart])}</h2>
          <p>{t('You have no permission to see this.')}</p>
        </section>
      )
  }
}

/** The list behind a chart. */
function linked(chart: SeriesFigures | WeekFigures | BarFigures, figures: Figures, dashboardId: string | undefined) {
  if (dashboardId === undefined) return {}
  const bars = chart.kind === 'bars' ? chart.bars : []
  return { href: chartLink(chart.chart, dashboardId, figures, bars) }
}

function SeriesTile({ chart, figures, today, height, dashboardId }: TileProps<SeriesFigures>) {
  const format = useFormat()
  const data = useMemo(() => seriesData(chart, figures, format, today), [chart, figures, format, today])
  const write = writeHeadline(chart, format)
  const title = titleOf(chart, figures)
  const now = chart.now === null ? [] : [t('{{value}} now', { value: write(chart.now) })]
  return (
    <Chart
      title={title}
      detail={[...now, ...headlineOf(chart, figures, write)].join(' · ')}
      data={data}
      height={height}
      {...linked(chart, figures, dashboardId)}
    />
  )
}

function titleOf({ chart, currency }: SeriesFigures, { step }: Figures): string {
  const title = chartLabelsOf(step)[chart]
  return currency === null ? t(title) : t('{{chart}}, {{currency}}', { chart: t(title), currency })
}

/** "1,234 · 5 weeks earlier 1,100". */
function headlineOf(
  { headline: { value, previous } }: Pick<SeriesFigures, 'headline'>,
  figures: Figures,
  write: (value: number) => string,
): string[] {
  const earlier = earlierName(figures)
  const before = previous === null || earlier === undefined ? [] : [`${earlier} ${write(previous)}`]
  return [...(value === null ? [] : [write(value)]), ...before]
}

const tens = 10
const roundedDown = (value: number): number => Math.floor(value / tens) * tens
const roundedUp = (value: number): number => Math.ceil(value / tens) * tens

/** From the lowest to the highest in whole tens; over all of 0 to 100 % a usual week would be of one colour. */
function weekScale(rows: WeekFigures['values']): { min: number; max: number } {
  const known = rows.flat().filter((value) => value !== null)
  if (known.length === 0) return { min: 0, max: 100 }
  const min = Math.min(100 - tens, roundedDown(Math.min(...known)))
  return { min, max: Math.max(min + tens, roundedUp(Math.max(...known))) }
}

const hours = Array.from({ length: 24 }, (_, hour) => String(hour).padStart(2, '0'))
const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

function WeekTile({ chart, figures, height, dashboardId }: TileProps<WeekFigures>) {
  const format = useFormat()
  const write = writeOf(chart, format)
  const data = useMemo(
    (): HeatMapData => ({
      columns: hours,
      rows: weekdays.map((day) => t(day).slice(0, 3)),
      rowName: t('Weekday'),
      values: chart.values,
      formatValue: writeUnit(chart, format),
      formatCell: (row, column) => `${t(weekdays[row] ?? '')}, ${hours[column]}:00`,
      ...weekScale(chart.values),
    }),
    [chart, format],
  )
  return (
    <HeatMap
      title={t(chartLabels[chart.chart])}
      detail={headlineOf(chart, figures, write).join(' · ')}
      data={data}
      height={height}
      {...linked(chart, figures, dashboardId)}
    />
  )
}

/** Charts that count what is, not what was in a period. */
const ofThisMoment: ReadonlySet<string> = new Set(['offline_devices', 'maintenance', 'firmware', 'overstays'])

/** Why a chart is without a comparison that the others have; keys of `t`. */
const aloneBecause: Partial<Record<ChartId, string>> = {
  offline_devices: 'This is the state now. Which devices were offline earlier is not kept, so there is no comparison.',
  firmware: 'This is the state now. Which firmware ran earlier is not kept, so there is no comparison.',
}

function whyAlone({ chart }: BarFigures, { days_earlier }: Figures): string | undefined {
  const reason = aloneBecause[chart]
  return days_earlier === null || reason === undefined ? undefined : t(reason)
}

function BarsTile({ chart, figures, height, most, dashboardId }: TileProps<BarFigures>) {
  const format = useFormat()
  const write = writeOf(chart, format)
  const isCompared = chart.bars.some(({ previous }) => previous !== null)
  return (
    <BarList
      title={t(chartLabels[chart.chart])}
      detail={headlineOf(chart, figures, write).join(' · ')}
      // A wall has room for the bars alone.
      note={most === undefined ? whyAlone(chart, figures) : undefined}
      height={height}
      lineName={chart.chart.endsWith('locations') ? t('Location') : t('Group')}
      lines={chart.bars.slice(0, most).map((bar, index) => {
        const { id, label, value, previous } = bar
        const { thing, value: list } = dashboardId === undefined ? {} : barLinks(chart.chart, bar, dashboardId, figures)
        return {
          key: id ?? `${index} ${label}`,
          label: id === null ? t(barLabels[label] ?? label) : label,
          value,
          previous,
          href: thing,
          valueHref: list,
        }
      })}
      valueName={ofThisMoment.has(chart.chart) ? t('Now') : undefined}
      previousName={isCompared ? earlierName(figures) : undefined}
      formatValue={write}
      {...linked(chart, figures, dashboardId)}
    />
  )
}
