import { useComputedColorScheme } from '@mantine/core'
import { useMediaQuery, useReducedMotion } from '@mantine/hooks'
import { useEffect, useMemo, useRef, useState } from 'react'
import { chartColours } from './chart-colours.ts'
import { ChartCursor } from './chart-cursor.tsx'
import { hatchOf, markedOf, startChart } from './chart-engine.ts'
import type { ChartEngine } from './chart-engine.ts'
import type { ChartLook } from './chart-look.ts'
import { chartOption } from './chart-options.ts'
import { cellNumber, heatMapOption } from './heat-map-option.ts'
import { pointsOf } from './chart-points.ts'
import type { Drawn, Place } from './chart-points.ts'
import classes from './chart.module.css'

interface ChartCanvasProps {
  drawn: Drawn
  title: string
  /** The picture in a sentence. */
  summary: string
}

/** Loaded with the first chart that comes into view: the library is heavier than the rest of a screen. */
export function ChartCanvas({ drawn, title, summary }: ChartCanvasProps) {
  const host = useRef<HTMLDivElement>(null)
  const engine = useRef<ChartEngine | null>(null)
  const points = useMemo(() => pointsOf(drawn), [drawn])
  const [pointed, setPointed] = useState<Place | null>(null)
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
    const look: ChartLook = { colours, font, isStill, isNarrow, hatch: hatchOf, marked: markedOf }
    if ('chart' in drawn) engine.current?.draw(chartOption(drawn.chart, look), points.tipAt, drawn.chart.group)
    else engine.current?.draw(heatMapOption(drawn.heatMap, look), points.tipAt)
  }, [drawn, points, scheme, isStill, isNarrow])
  // After each drawing too, because new figures change what the tip says.
  useEffect(() => {
    engine.current?.point(pointed, 'heatMap' in drawn && pointed !== null ? cellNumber(drawn.heatMap, pointed) : null)
  }, [pointed, drawn])
  return (
    <>
      <div ref={host} className={classes.canvas} role="img" aria-label={`${title}. ${summary}`} />
      {points.columns > 0 && <ChartCursor title={title} points={points} onPoint={setPointed} />}
    </>
  )
}
