import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import { GridComponent, TooltipComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { connect, init, use } from 'echarts/core'
import type { ECharts, EChartsCoreOption } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import { ink } from './chart-colours.ts'
import { dotRadius, markWidth, tileSize } from './chart-patterns.ts'
import type { BarPattern } from './chart-patterns.ts'
import type { Place } from './chart-points.ts'
import type { ChartTip } from './chart-tip.ts'
import { tipElement } from './chart-tip.ts'

use([
  BarChart,
  LineChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  VisualMapPiecewiseComponent,
  LabelLayout,
  CanvasRenderer,
])

export interface ChartEngine {
  draw: (option: EChartsCoreOption, tipAt: (place: Place) => ChartTip, group?: string) => void
  /** Shows the tip of a point as a pointer over it would; null takes it away. `cell`: its number among those of a heat map. */
  point: (place: Place | null, cell: number | null) => void
  end: () => void
}

interface Pointed {
  dataIndex: number
  componentSubType?: string
  value?: unknown
}

/** Draws on a canvas and follows the size of its host. */
export function startChart(host: HTMLElement): ChartEngine {
  // On a wall the page is enlarged, and a canvas would be enlarged as a picture.
  const chart = init(host, null, {
    renderer: 'canvas',
    devicePixelRatio: devicePixelRatio * Math.max(1, host.currentCSSZoom || 1),
  })
  const sizes = new ResizeObserver(() => chart.resize())
  sizes.observe(host)
  return {
    draw(option, tipAt, group) {
      if (group !== undefined) {
        chart.group = group
        connect(group)
      }
      const formatter = (pointed: Pointed | Pointed[]): HTMLElement => {
        const [point] = [pointed].flat()
        return tipElement(tipAt(placeOf(point)))
      }
      const tooltip = {
        ...(option.tooltip as object),
        formatter,
        className: 'chart-tip',
        borderWidth: 0,
        padding: 0,
        backgroundColor: 'transparent',
        shadowBlur: 0,
        extraCssText: 'box-shadow:none',
        transitionDuration: 0,
      }
      chart.setOption({ ...option, tooltip }, { notMerge: true })
    },
    point(place, cell) {
      if (place === null) takeTipAway(chart)
      else showTip(chart, place, cell)
    },
    end() {
      sizes.disconnect()
      chart.dispose()
    },
  }
}

function placeOf(point: Pointed | undefined): Place {
  if (point?.componentSubType !== 'heatmap' || !Array.isArray(point.value))
    return { row: 0, column: point?.dataIndex ?? 0 }
  const [column, row] = point.value as number[]
  return { row: row ?? 0, column: column ?? 0 }
}

function showTip(chart: ECharts, { column }: Place, cell: number | null): void {
  if (cell === null) {
    // By its pixel, as a point without a value is found in no other way. The tip follows the pointer of the axis.
    const x = chart.convertToPixel({ xAxisIndex: 0 }, column)
    chart.dispatchAction({ type: 'updateAxisPointer', x, y: chart.getHeight() / 2 })
    return
  }
  chart.dispatchAction({ type: 'downplay' })
  if (cell < 0) return chart.dispatchAction({ type: 'hideTip' })
  chart.dispatchAction({ type: 'highlight', seriesIndex: 0, dataIndex: cell })
  chart.dispatchAction({ type: 'showTip', seriesIndex: 0, dataIndex: cell })
}

function takeTipAway(chart: ECharts): void {
  chart.dispatchAction({ type: 'downplay' })
  chart.dispatchAction({ type: 'updateAxisPointer', currTrigger: 'leave' })
  chart.dispatchAction({ type: 'hideTip' })
}

/** A fill that repeats a tile. It is drawn as a picture because a canvas has no built-in pattern. */
function tiled(colour: string, draw: (context: CanvasRenderingContext2D) => void): unknown {
  const tile = document.createElement('canvas')
  const ratio = Math.min(3, Math.max(1, Math.round(devicePixelRatio)))
  tile.width = tile.height = tileSize * ratio
  const context = tile.getContext('2d')
  if (context === null) return colour
  context.scale(ratio, ratio)
  context.strokeStyle = context.fillStyle = colour
  draw(context)
  return { image: tile, repeat: 'repeat', scaleX: 1 / ratio, scaleY: 1 / ratio }
}

type Stroke = BarPattern['lines'][number]

function stroke(context: CanvasRenderingContext2D, [fromX, fromY, toX, toY]: Stroke): void {
  context.beginPath()
  context.moveTo(fromX, fromY)
  context.lineTo(toX, toY)
  context.stroke()
}

/** Diagonal stripes mark a period that is not over. */
export const hatchOf = (colour: string): unknown =>
  tiled(colour, (context) => {
    context.globalAlpha = 0.9
    context.lineWidth = 1.8
    for (const shift of [-tileSize, 0, tileSize]) stroke(context, [shift - 1, tileSize + 1, shift + tileSize + 1, -1])
  })

/** The marks of a pattern on a paler ground. */
export const markedOf = (colour: string, { lines, dots }: BarPattern): unknown =>
  tiled(colour, (context) => {
    context.globalAlpha = ink.patterned
    context.fillRect(0, 0, tileSize, tileSize)
    context.globalAlpha = 1
    context.lineWidth = markWidth
    for (const line of lines) stroke(context, line)
    for (const [x, y] of dots) {
      context.beginPath()
      context.arc(x, y, dotRadius, 0, 2 * Math.PI)
      context.fill()
    }
  })
