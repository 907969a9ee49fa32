import { amber, dark, gray, green, violet, wheelhouse } from '../../theme/palette.ts'

export type ChartScheme = 'dark' | 'light'

export interface ChartColours {
  accent: string
  /** In this order; each has a dash as a line and a pattern as bars besides (chart-patterns.ts). */
  several: readonly string[]
  /** Comparison and target. */
  second: string
  band: string
  grid: string
  axis: string
  page: string
  strong: string
  /** From little to much, one hue. */
  heat: readonly string[]
  /** From nothing to everything, where everything is the usual state and as quiet as a line. */
  lack: readonly string[]
}

const shade = (tuple: readonly string[], index: number): string => tuple[index] ?? ''

/** The lowest is the ground of the picture, the highest nearly white (look: charts). */
const heatDark = [
  '#1a222a',
  '#132f42',
  '#0c3d57',
  '#084f72',
  '#06648f',
  '#0a7db2',
  '#2493cf',
  '#52abe0',
  '#84c6ef',
  '#bfe3fa',
]

/** The shades are constants because a canvas cannot read a style sheet. */
export const chartColours: Record<ChartScheme, ChartColours> = {
  dark: {
    accent: shade(wheelhouse, 4),
    several: [shade(wheelhouse, 4), shade(violet, 3), shade(amber, 4), shade(green, 3), shade(dark, 2)],
    second: shade(dark, 1),
    band: shade(amber, 4),
    grid: '#1f252b',
    axis: shade(dark, 2),
    page: shade(dark, 7),
    strong: '#f3f6f9',
    heat: heatDark,
    lack: [...heatDark.slice(1).toReversed(), '#242a31'],
  },
  light: {
    accent: shade(wheelhouse, 7),
    several: [shade(wheelhouse, 6), shade(violet, 6), shade(amber, 6), shade(green, 6), shade(gray, 6)],
    second: shade(gray, 7),
    band: shade(amber, 6),
    grid: '#eef1f4',
    axis: shade(gray, 6),
    page: '#ffffff',
    strong: '#0b1016',
    heat: wheelhouse.slice(0, 9),
    lack: [...wheelhouse.slice(0, 9).toReversed(), shade(gray, 2)],
  },
}

/** Solid first; the shape tells them apart where the colour does not. */
export const dashes: readonly (readonly number[] | 'solid')[] = ['solid', [7, 3], [2, 3], [9, 3, 2, 3], [4, 4]]
export const comparisonDash: readonly number[] = [3, 3]

/** Ink of a single series, of its weekends, of the band between the lowest and the highest, and below the marks of a pattern. */
export const ink = { single: 0.78, paler: 0.42, spread: 0.18, patterned: 0.22 }
