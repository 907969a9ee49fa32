/** Marks that tell bars of one group apart where their colours do not: a tile that repeats, drawn by canvas and legend alike. */
export interface BarPattern {
  lines: readonly (readonly [fromX: number, fromY: number, toX: number, toY: number])[]
  dots: readonly (readonly [x: number, y: number])[]
}

/** Length of a tile's side. */
export const tileSize = 6
export const dotRadius = 1.2
export const markWidth = 1.4

const across = [0, 3, 6, 3] as const
const upright = [3, 0, 3, 6] as const

/** By the place of the series; the first is solid. Diagonal stripes are left to what is not over. */
const patterns: readonly (BarPattern | null)[] = [
  null,
  { lines: [across], dots: [] },
  {
    lines: [],
    dots: [
      [1.5, 1.5],
      [4.5, 4.5],
    ],
  },
  { lines: [upright], dots: [] },
  { lines: [across, upright], dots: [] },
]

export const barPattern = (index: number): BarPattern | null => patterns[index % patterns.length] ?? null
