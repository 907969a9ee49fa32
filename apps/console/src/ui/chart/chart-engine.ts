import { BarChart, HeatmapChart, LineChart } from 'echarts/charts'
import { GridComponent, MarkAreaComponent, TooltipComponent, VisualMapPiecewiseComponent } from 'echarts/components'
import { connect, init, use } from 'echarts/core'
import type { EChartsCoreOption } from 'echarts/core'
import { LabelLayout } from 'echarts/features'
import { CanvasRenderer } from 'echarts/renderers'
import type { ChartTip } from './chart-tip.ts'
import { tipElement } from './chart-tip.ts'

use([
  BarChart,
  LineChart,
  HeatmapChart,
  GridComponent,
  TooltipComponent,
  MarkAreaComponent,
  VisualMapPiecewiseComponent,
  LabelLayout,
  CanvasRenderer,
])

export interface ChartEngine {
  draw: (option: EChartsCoreOption, tipOf: TipOf, group?: string) => void
  end: () => void
}

/** Returns the text of the tooltip of a point, found by its place on the axis or by row and column. */
export type TipOf = (index: number, cell: { row: number; column: number } | null) => ChartTip

interface Pointed {
  dataIndex: number
  componentSubType?: string
  value?: unknown
}

/** Draws on a canvas and follows the size of its host. */
export function startChart(host: HTMLElement): ChartEngine {
  const chart = init(host, null, { renderer: 'canvas' })
  const sizes = new ResizeObserver(() => chart.resize())
  sizes.observe(host)
  return {
    draw(option, tipOf, group) {
      if (group !== undefined) {
        chart.group = group
        connect(group)
      }
      const formatter = (pointed: Pointed | Pointed[]): HTMLElement => {
        const [point] = [pointed].flat()
        return tipElement(tipOf(point?.dataIndex ?? 0, cellOf(point)))
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
    end() {
      sizes.disconnect()
      chart.dispose()
    },
  }
}

function cellOf(point: Pointed | undefined): { row: number; column: number } | null {
  if (point?.componentSubType !== 'heatmap' || !Array.isArray(point.value)) return null
  const [column, row] = point.value as number[]
  return { row: row ?? 0, column: column ?? 0 }
}

/** Diagonal stripes mark a period that is not over. They are drawn as a picture because a canvas has no built-in pattern. */
export function hatchOf(colour: string): unknown {
  const tile = document.createElement('canvas')
  const ratio = Math.min(3, Math.max(1, Math.round(devicePixelRatio)))
  const size = 6
  tile.width = tile.height = size * ratio
  const context = tile.getContext('2d')
  if (context === null) return colour
  context.scale(ratio, ratio)
  context.globalAlpha = 0.9
  context.strokeStyle = colour
  context.lineWidth = 1.8
  for (const shift of [-size, 0, size]) {
    context.beginPath()
    context.moveTo(shift - 1, size + 1)
    context.lineTo(shift + size + 1, -1)
    context.stroke()
  }
  return { image: tile, repeat: 'repeat', scaleX: 1 / ratio, scaleY: 1 / ratio }
}
