import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery, useReducedMotion } from '@mantine/hooks'
import { useEffect, useRef } from 'react'
import { chartColours } from './chart-colours.ts'
import type { ChartData, HeatMapData } from './chart-data.ts'
import { nothing } from './chart-data.ts'
import { hatchOf, startChart } from './chart-engine.ts'
import type { ChartEngine, TipOf } from './chart-engine.ts'
import { chartOption, heatMapOption } from './chart-options.ts'
import type { ChartLook } from './chart-options.ts'
import classes from './chart.module.css'

export type Drawn = { chart: ChartData } | { heatMap: HeatMapData }

/** Loaded with the first chart that comes into view: the library is heavier than the rest of a screen. */
export function ChartCanvas({ drawn, label }: { drawn: Drawn; label: string }) {
  const host = useRef<HTMLDivElement>(null)
  const engine = useRef<ChartEngine | null>(null)
  const scheme = useComputedColorScheme('dark')
  const isStill = useReducedMotion(undefined, { getInitialValueInEffect: false })
  const isNarrow = useMediaQuery('(max-width: 37.49em)', undefined, { getInitialValueInEffect: false }) === true
  useEffect(() => {
    if (host.current === null) return
    const started = startChart(host.current)
    engine.current = started
    return () => {
      engine.current = null
      started.end()
    }
  }, [])
  useEffect(() => {
    const colours = chartColours[scheme]
    const font = getComputedStyle(document.body).fontFamily
    const look: ChartLook = { colours, font, isStill, isNarrow, hatch: hatchOf(colours.accent) }
    if ('chart' in drawn)
      engine.current?.draw(chartOption(drawn.chart, look), tipOfChart(drawn.chart), drawn.chart.group)
    else engine.current?.draw(heatMapOption(drawn.heatMap, look), tipOfHeatMap(drawn.heatMap))
  }, [drawn, scheme, isStill, isNarrow])
  return <div ref={host} className={classes.canvas} role="img" aria-label={label} />
}

const tipOfChart =
  (data: ChartData): TipOf =>
  (index) => {
    const category = data.categories[index] ?? ''
    const bands = (data.bands ?? []).filter(({ from, to }) => index >= from && index <= to)
    return {
      title: (data.formatCategoryLong ?? data.formatCategory)(category),
      lines: [
        ...data.series.map(({ name, values, role }) => {
          const value = values[index] ?? null
          return { name, value: value === null ? nothing : data.formatValue(value), isDim: role !== undefined }
        }),
        ...bands.map(({ name }) => ({ name: '', value: name, isDim: true })),
        ...(data.unfinished?.index === index ? [{ name: '', value: data.unfinished.name, isDim: true }] : []),
      ],
    }
  }

const tipOfHeatMap =
  (data: HeatMapData): TipOf =>
  (_index, cell) => {
    const { row, column } = cell ?? { row: 0, column: 0 }
    const value = data.values[row]?.[column] ?? null
    const note = data.noteOf?.(row, column)
    return {
      title: data.formatCell?.(row, column) ?? `${data.rows[row] ?? ''}, ${data.columns[column] ?? ''}`,
      lines: [{ name: value === null ? nothing : data.formatValue(value), value: note ?? '', isDim: true }],
    }
  }
