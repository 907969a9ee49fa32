export interface WallLayout {
  columns: number
  rows: number
  /** What the pixels of the page are multiplied by. */
  zoom: number
  /** About how high a chart is, before it is enlarged. */
  chartHeight: number
}

interface Screen {
  width: number
  height: number
}

/** A chart is readable at this size with its title and the gap to its neighbour; text has 13 px then. */
const chartAtLeast: Screen = { width: 330, height: 200 }
/** Title of the chart, its padding, and the gap. */
const chartFramePx = 76
/** The name of the dashboard, and the numbers that sum it up. */
const headPx = 150
const columnsAtMost = 8
const zoomAtMost = 3

/** Nobody scrolls a wall: as many columns as make everything on it largest. `spans` are the columns that each chart takes. */
export function wallLayout({ width, height }: Screen, spans: readonly number[]): WallLayout {
  const layouts = Array.from({ length: columnsAtMost }, (_, index): WallLayout => {
    const columns = index + 1
    const rows = Math.max(1, rowsOf(spans, columns))
    const across = width / (columns * chartAtLeast.width)
    const down = height / (headPx + rows * chartAtLeast.height)
    const zoom = Math.min(across, down, zoomAtMost)
    const chartHeight = Math.floor((height / zoom - headPx) / rows) - chartFramePx
    return { columns, rows, zoom, chartHeight }
  })
  return layouts.reduce((best, one) => (one.zoom > best.zoom ? one : best))
}

/** Each chart goes where it first fits, as a dense grid places it. */
function rowsOf(spans: readonly number[], columns: number): number {
  const taken: number[] = []
  for (const span of spans) {
    const width = Math.min(span, columns)
    const row = taken.findIndex((used) => used + width <= columns)
    if (row === -1) taken.push(width)
    else taken[row] = (taken[row] ?? 0) + width
  }
  return taken.length
}
