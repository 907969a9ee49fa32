import { useComputedColorScheme } from '@mantine/core'
import { chartColours, comparisonDash, dashes, ink } from './chart-colours.ts'
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
            <Square colour={colourOf(one, index)} opacity={ink.single} />
          ) : (
            <Stroke colour={colourOf(one, index)} dash={dashOf(one, index)} />
          )}
          {hasSpread && isSingle ? t('Mean') : one.name}
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
