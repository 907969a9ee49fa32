import type { ChartFigures, ChartId, Figures, Tile } from '@wheelhouse/contract/dashboards/charts.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Counters } from '../../ui/list-parts/counters.tsx'
import type { Counter } from '../../ui/list-parts/counters.tsx'
import { ChartTile } from './chart-tile.tsx'
import { chartLabels, earlierName, writeDifference, writeHeadline } from './chart-labels.ts'
import { chartLink } from './chart-links.ts'
import classes from './dashboards.module.css'

interface BoardProps {
  tiles: readonly Tile[]
  figures: Figures
  /** The day that is not over yet where the reader is; a period that is over does without. */
  today?: string | undefined
  /** Whose lists its numbers open; on a wall and on a public page they open none. */
  dashboardId?: string | undefined
  /** Of a chart, in pixels. */
  height?: number | undefined
  /** On a wall the charts fill the screen, and what is too much for it is left out. */
  wallColumns?: number | undefined
}

/** Of a list of bars on a wall, in pixels. */
const wallLine = 24

/** The charts of a dashboard in their order, below the numbers that sum them up. */
export function DashboardBoard({ tiles, figures, today, dashboardId, height = 260, wallColumns }: BoardProps) {
  const isWall = wallColumns !== undefined
  const most = isWall ? Math.floor(height / wallLine) : undefined
  return (
    <div
      className={classes.board}
      data-wall={isWall || undefined}
      style={isWall ? { '--columns': wallColumns } : undefined}
    >
      <Numbers tiles={tiles} figures={figures} dashboardId={dashboardId} />
      <div className={classes.tiles}>
        {placedOf(tiles, figures).map(({ chart, size }, index) => (
          <div key={`${chart.chart} ${index}`} data-size={size}>
            <ChartTile
              chart={chart}
              figures={figures}
              today={today}
              height={height}
              most={most}
              dashboardId={dashboardId}
            />
          </div>
        ))}
      </div>
    </div>
  )
}

/** Each chart with its size. What has a chart a currency takes no more room for it: its charts are small, side by side. */
export const placedOf = (tiles: readonly Tile[], figures: Figures): { chart: ChartFigures; size: Tile['size'] }[] =>
  tiles.flatMap(({ chart: id, size }) => {
    const charts = chartsOf(figures, id)
    return charts.map((chart) => ({ chart, size: charts.length > 1 ? ('small' as const) : size }))
  })

/** Revenue has a chart a currency, or none where nothing was paid. */
function chartsOf({ charts }: Figures, id: ChartId): ChartFigures[] {
  const own = charts.filter(({ chart }) => chart === id)
  const nothing = { kind: 'bars', chart: id, unit: 'count', currency: null, rounded_to: null } as const
  return own.length > 0 ? own : [{ ...nothing, bars: [], headline: { value: null, previous: null } }]
}

function labelOf({ chart, currency }: Exclude<ChartFigures, { kind: 'hidden' }>): string {
  if (chart === 'sessions') return t('Parking sessions')
  const name = t(chartLabels[chart])
  return currency === null ? name : t('{{chart}}, {{currency}}', { chart: name, currency })
}

/** Sums and means of the whole period: snapshots say theirs beside their title. */
const summedUp: ReadonlySet<ChartId> = new Set<ChartId>([
  'sessions',
  'people',
  'occupancy',
  'duration',
  'revenue',
  'uptime',
  'commands',
  'ratings',
])

function Numbers({ tiles, figures, dashboardId }: Pick<BoardProps, 'tiles' | 'figures' | 'dashboardId'>) {
  const format = useFormat()
  const earlier = earlierName(figures)
  const items = tiles
    .filter(({ chart }) => summedUp.has(chart))
    .flatMap(({ chart }) => figures.charts.filter((one) => one.chart === chart))
    .flatMap((one): Counter[] => {
      if (one.kind === 'hidden' || one.headline.value === null) return []
      const write = writeHeadline(one, format)
      const { value, previous } = one.headline
      const label = labelOf(one)
      const share = previous === null ? undefined : writeDifference(one, value, previous, format)
      return [
        {
          label,
          value: write(value),
          ...(previous === null || earlier === undefined
            ? {}
            : {
                before: write(previous),
                when: earlier,
                share,
                // What is written alike is shown as the same.
                change: share === undefined ? 0 : value - previous,
              }),
          ...(dashboardId === undefined ? {} : { href: chartLink(one.chart, dashboardId, figures) }),
        },
      ]
    })
  return items.length === 0 ? null : <Counters items={items} isSpread />
}
