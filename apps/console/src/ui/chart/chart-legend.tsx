import { useComputedColorScheme } from '@mantine/core'
import { chartColours, comparisonDash, dashes, ink } from './chart-colours.ts'
import { barPattern, dotRadius, markWidth, tileSize } from './chart-patterns.ts'
import type { BarPattern } from './chart-patterns.ts'
import type { ChartData, ChartSeries } from './chart-data.ts'
import classes from './chart.module.css'
import { t } from '../base/translate.ts'

/** Which shape is which, in words; a single plain series needs none. */
export function ChartLegend({ data }: { data: ChartData }) {
  const scheme = useComputedColorScheme('dark')
  const colours = chartColours[scheme]
  const isSingle = data.series.filter(({ role }) => role === undefined).length === 1
  const [band] = data.bands ?? []
  const hasSpread = data.series.some(({ spread }) => spread !== undefined)
  if (data.series.length === 1 && data.unfinished === undefined && band === undefined && !hasSpread) return null
  const colourOf = (one: ChartSeries, index: number): string => {
    if (one.role !== undefined) return colours.second
    return (isSingle ? undefined : colours.several[index % colours.several.length]) ?? colours.accent
  }
  const dashOf = (one: ChartSeries, index: number) => {
    if (one.role !== undefined) return comparisonDash
    return (isSingle ? undefined : dashes[index % dashes.length]) ?? 'solid'
  }
  return (
    <ul className={classes.legend} aria-label={t('Legend')}>
      {data.series.map((one, index) => (
        <li key={one.id}>
          {one.kind === 'bar' ? (
            <Bar colour={colourOf(one, index)} pattern={isSingle ? null : barPattern(index)} />
          ) : (
            <Stroke colour={colourOf(one, index)} dash={dashOf(one, index)} />
          )}
          {hasSpread && isSingle ? t('Average') : one.name}
        </li>
      ))}
      {hasSpread && (
        <li>
          <Square colour={isSingle ? colours.accent : colours.second} opacity={ink.spread * 2} />
          {t('Lowest to highest')}
        </li>
      )}
      {band !== undefined && (
        <li>
          <Square colour={colours.band} opacity={0.3} />
          {band.name}
        </li>
      )}
      {data.unfinished !== undefined && (
        <li>
          <Hatched colour={isSingle ? colours.accent : colours.second} />
          {data.unfinished.name}
        </li>
      )}
    </ul>
  )
}

const Bar = ({ colour, pattern }: { colour: string; pattern: BarPattern | null }) =>
  pattern === null ? <Square colour={colour} opacity={ink.single} /> : <Marked colour={colour} pattern={pattern} />

const tiles = [0, tileSize]

/** Two tiles by two, as the bars have them. */
const Marked = ({ colour, pattern: { lines, dots } }: { colour: string; pattern: BarPattern }) => (
  <svg width={2 * tileSize} height={2 * tileSize} stroke={colour} fill={colour} aria-hidden>
    <rect x={0.5} y={0.5} width={2 * tileSize - 1} height={2 * tileSize - 1} fillOpacity={ink.patterned} />
    {tiles.flatMap((left) =>
      tiles.map((top) => (
        <g key={`${left} ${top}`} transform={`translate(${left} ${top})`}>
          {lines.map(([x1, y1, x2, y2], nth) => (
            <line key={nth} x1={x1} y1={y1} x2={x2} y2={y2} strokeWidth={markWidth} />
          ))}
          {dots.map(([cx, cy], nth) => (
            <circle key={nth} cx={cx} cy={cy} r={dotRadius} stroke="none" />
          ))}
        </g>
      )),
    )}
  </svg>
)

const Square = ({ colour, opacity }: { colour: string; opacity: number }) => (
  <svg width={9} height={9} aria-hidden>
    <rect width={9} height={9} rx={2} fill={colour} opacity={opacity} />
  </svg>
)

const Stroke = ({ colour, dash }: { colour: string; dash: readonly number[] | 'solid' }) => (
  <svg width={16} height={9} aria-hidden>
    <line
      x1={0}
      x2={16}
      y1={4.5}
      y2={4.5}
      stroke={colour}
      strokeWidth={1.5}
      strokeDasharray={dash === 'solid' ? undefined : dash.join(' ')}
    />
  </svg>
)

const Hatched = ({ colour }: { colour: string }) => (
  <svg width={10} height={10} viewBox="0 0 10 10" stroke={colour} strokeWidth={1.8} aria-hidden>
    <path d="M-1 5 5 -1M-1 10 10 -1M2 12 12 2M7 12 12 7" />
  </svg>
)

/** From little to much. */
export function HeatLegend({ low, high, isQuietHigh = false }: { low: string; high: string; isQuietHigh?: boolean }) {
  const scheme = useComputedColorScheme('dark')
  const { heat, lack } = chartColours[scheme]
  const scale = isQuietHigh ? lack : heat
  return (
    <div
      className={classes.legend}
      role="img"
      aria-label={t('Legend: {{low}} to {{high}}, in {{steps}} steps', { low, high, steps: scale.length })}
    >
      {low}
      <svg width={scale.length * 11} height={9} aria-hidden>
        {scale.map((colour, index) => (
          <rect key={colour} x={index * 11} width={10} height={9} rx={2} fill={colour} />
        ))}
      </svg>
      {high}
    </div>
  )
}
