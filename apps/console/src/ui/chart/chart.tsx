import { lazy, Suspense, useEffect, useMemo, useRef, useState, type ReactNode } from 'react'
import { t } from '../base/translate.ts'
import { Link } from '../details/link.tsx'
import { heatMapSummaryOf, heatMapTableOf, summaryOf, tableOf } from './chart-data.ts'
import type { ChartData, ChartTable, HeatMapData } from './chart-data.ts'
import { ChartLegend, HeatLegend } from './chart-legend.tsx'
import { rangeOf } from './heat-map-option.ts'
import type { Drawn } from './chart-points.ts'
import { ChartRows } from './chart-rows.tsx'
import { ChartTools } from './chart-tools.tsx'
import classes from './chart.module.css'

// Its own chunk, asked for when a chart comes into view.
const ChartCanvas = lazy(() => import('./chart-canvas.tsx').then((module) => ({ default: module.ChartCanvas })))

interface FrameProps {
  title: string
  /** Beside the title: "worst first, one cell per day". */
  detail?: string
  /** In pixels; the skeleton and the table have it too, so that nothing jumps. */
  height?: number
  /** The list behind it. */
  href?: string
}

/** Lines, bars and areas over days or the like, each with its data table one key away. */
export function Chart({ data, ...frame }: FrameProps & { data: ChartData }) {
  const table = useMemo(() => tableOf(data), [data])
  const drawn = useMemo(() => ({ chart: data }), [data])
  const summary = summaryOf(data)
  return (
    <Frame
      {...frame}
      drawn={drawn}
      table={table}
      formatValue={data.formatValue}
      summary={summary}
      legend={<ChartLegend data={data} />}
    />
  )
}

/** One hue, ten steps: hours across, weekdays down. */
export function HeatMap({ data, ...frame }: FrameProps & { data: HeatMapData }) {
  const table = useMemo(() => heatMapTableOf(data), [data])
  const drawn = useMemo(() => ({ heatMap: data }), [data])
  const [min, max] = rangeOf(data)
  const summary = heatMapSummaryOf(data)
  const legend = <HeatLegend low={data.formatValue(min)} high={data.formatValue(max)} isQuietHigh={data.isQuietHigh} />
  return (
    <Frame {...frame} drawn={drawn} table={table} formatValue={data.formatValue} summary={summary} legend={legend} />
  )
}

interface ShownProps extends FrameProps {
  drawn: Drawn
  summary: string
  table: ChartTable
  formatValue: (value: number) => string
  legend: ReactNode
}

const Frame = ({ drawn, summary, ...frame }: ShownProps) => (
  <ChartFrame {...frame}>
    <WhenSeen fallback={<ChartSkeleton />}>
      <Suspense fallback={<ChartSkeleton />}>
        <ChartCanvas drawn={drawn} title={frame.title} summary={summary} />
      </Suspense>
    </WhenSeen>
  </ChartFrame>
)

interface ChartFrameProps extends FrameProps {
  table: ChartTable
  formatValue: (value: number) => string
  legend?: ReactNode
  children: ReactNode
}

/** Title, table and CSV around any picture of figures. */
export function ChartFrame({
  title,
  detail,
  height = 260,
  href,
  table,
  formatValue,
  legend,
  children,
}: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  return (
    <section className={classes.chart} aria-label={title}>
      <header className={classes.head}>
        <h2>{href === undefined ? title : <Link href={href}>{title}</Link>}</h2>
        {detail !== undefined && <span className={classes.detail}>{detail}</span>}
        <div className={classes.tools}>
          {!isTable && legend}
          <ChartTools title={title} table={table} isTable={isTable} onTable={setTable} />
        </div>
      </header>
      <div className={classes.body} style={{ '--height': `${height}px` }}>
        {isTable ? <ChartRows title={title} table={table} formatValue={formatValue} /> : children}
      </div>
    </section>
  )
}

/** Its children from the moment it was first on the screen, and from then on. */
function WhenSeen({ children, fallback }: { children: ReactNode; fallback: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    if (place.current === null || isSeen) return
    const watch = new IntersectionObserver(([entry]) => entry?.isIntersecting === true && setSeen(true), {
      rootMargin: '200px',
    })
    watch.observe(place.current)
    return () => watch.disconnect()
  }, [isSeen])
  return (
    <div ref={place} className={classes.place}>
      {isSeen ? children : fallback}
    </div>
  )
}

const heights = [62, 64, 34, 30, 66, 72, 68, 69, 70, 32, 36, 74, 71, 63, 66, 72, 40, 33]

/** Bars in grey where the chart will be. */
export const ChartSkeleton = () => (
  <div className={classes.skeleton} role="status" aria-label={t('Loading')}>
    {heights.map((height, index) => (
      <i key={index} style={{ height: `${height}%` }} />
    ))}
  </div>
)
