export type Colour = readonly [number, number, number]

export interface Canvas {
  data: Buffer
  width: number
  height: number
}

export function fill(
  { data, width: wide, height: high }: Canvas,
  [x, y, w, h]: readonly number[],
  colour: Colour,
  share = 1,
): void {
  for (let row = Math.max(0, Math.round(y ?? 0)); row < Math.min(high, Math.round((y ?? 0) + (h ?? 0))); row++)
    for (
      let column = Math.max(0, Math.round(x ?? 0));
      column < Math.min(wide, Math.round((x ?? 0) + (w ?? 0)));
      column++
    ) {
      const at = (row * wide + column) * 4
      for (let part = 0; part < 3; part++)
        data[at + part] = (data[at + part] ?? 0) * (1 - share) + (colour[part] ?? 0) * share
      data[at + 3] = 255
    }
}

/** Glyphs of five by seven dots: one number per row, the highest bit on the left. */
const letters: Record<string, readonly number[]> = {
  '0': [14, 17, 19, 21, 25, 17, 14],
  '1': [4, 12, 4, 4, 4, 4, 14],
  '2': [14, 17, 1, 2, 4, 8, 31],
  '3': [31, 2, 4, 2, 1, 17, 14],
  '4': [2, 6, 10, 18, 31, 2, 2],
  '5': [31, 16, 30, 1, 1, 17, 14],
  '6': [6, 8, 16, 30, 17, 17, 14],
  '7': [31, 1, 2, 4, 8, 8, 8],
  '8': [14, 17, 17, 14, 17, 17, 14],
  '9': [14, 17, 17, 15, 1, 2, 12],
  ':': [0, 12, 12, 0, 12, 12, 0],
  '-': [0, 0, 0, 31, 0, 0, 0],
  A: [14, 17, 17, 31, 17, 17, 17],
  B: [30, 17, 17, 30, 17, 17, 30],
  C: [14, 17, 16, 16, 16, 17, 14],
  D: [28, 18, 17, 17, 17, 18, 28],
  E: [31, 16, 16, 30, 16, 16, 31],
  F: [31, 16, 16, 30, 16, 16, 16],
  G: [14, 17, 16, 23, 17, 17, 15],
  H: [17, 17, 17, 31, 17, 17, 17],
  I: [14, 4, 4, 4, 4, 4, 14],
  J: [7, 2, 2, 2, 2, 18, 12],
  K: [17, 18, 20, 24, 20, 18, 17],
  L: [16, 16, 16, 16, 16, 16, 31],
  M: [17, 27, 21, 21, 17, 17, 17],
  N: [17, 17, 25, 21, 19, 17, 17],
  O: [14, 17, 17, 17, 17, 17, 14],
  P: [30, 17, 17, 30, 16, 16, 16],
  Q: [14, 17, 17, 17, 21, 18, 13],
  R: [30, 17, 17, 30, 20, 18, 17],
  S: [15, 16, 16, 14, 1, 1, 30],
  T: [31, 4, 4, 4, 4, 4, 4],
  U: [17, 17, 17, 17, 17, 17, 14],
  V: [17, 17, 17, 17, 17, 10, 4],
  W: [17, 17, 17, 21, 21, 21, 10],
  X: [17, 17, 10, 4, 10, 17, 17],
  Y: [17, 17, 17, 10, 4, 4, 4],
  Z: [31, 1, 2, 4, 8, 16, 31],
}

interface Place {
  x: number
  y: number
  /** Size of a dot in pixels. */
  size: number
  colour: Colour
}

/** Draws text the way a camera writes into its pictures; a character without a glyph leaves a gap. */
export function write(canvas: Canvas, text: string, { x, y, size, colour }: Place): void {
  ;[...text].forEach((letter, index) =>
    letters[letter]?.forEach((dots, row) => {
      for (let column = 0; column < 5; column++)
        if (dots & (16 >> column)) fill(canvas, [x + (index * 6 + column) * size, y + row * size, size, size], colour)
    }),
  )
}
