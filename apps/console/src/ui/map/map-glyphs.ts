import type { HealthKind } from '../details/glyphs.tsx'
import type { MapColours } from './map-colours.ts'
import { mapTones, toneOfKind } from './map-points.ts'
import type { DrawnKind, MapKind, MapTone } from './map-points.ts'

/** Tabler outline, on a grid of 24. */
export const placePaths: Record<DrawnKind, string> = {
  water:
    'M7.502 19.423c2.602 2.105 6.395 2.105 8.996 0c2.602 -2.105 3.262 -5.708 1.566 -8.546l-4.89 -7.26c-.42 -.625 -1.287 -.803 -1.936 -.397a1.376 1.376 0 0 0 -.41 .397l-4.893 7.26c-1.695 2.838 -1.035 6.441 1.567 8.546',
  pump: 'M7 4h10M12 4v8M9 12h6v9h-6ZM15 17h3a2 2 0 0 0 2 -2v-3',
  service: 'M7 10h3v-3l-3.5 -3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.5 3.5',
  planned: 'M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9M5 21v-7',
  public: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M3.6 9h16.8M3.6 15h16.8M11.5 3a17 17 0 0 0 0 18M12.5 3a17 17 0 0 1 0 18',
  private: 'M5 13a2 2 0 0 1 2 -2h10a2 2 0 0 1 2 2v6a2 2 0 0 1 -2 2h-10a2 2 0 0 1 -2 -2v-6M8 11v-4a4 4 0 1 1 8 0v4',
  available:
    'M16 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M4 17a2 2 0 1 0 4 0a2 2 0 1 0 -4 0M8 17h5a6 6 0 0 1 5 -5v-5a2 2 0 0 0 -2 -2h-1',
  reserved: 'M3 12a9 9 0 1 0 18 0a9 9 0 0 0 -18 0M12 7v5l3 3',
  on_trip:
    'M3 19a2 2 0 1 0 4 0a2 2 0 0 0 -4 0M19 7a2 2 0 1 0 0 -4a2 2 0 0 0 0 4M11 19h5.5a3.5 3.5 0 0 0 0 -7h-8a3.5 3.5 0 0 1 0 -7h4.5',
  maintenance: 'M7 10h3v-3l-3.5 -3.5a6 6 0 0 1 8 8l6 6a2 2 0 0 1 -3 3l-6 -6a6 6 0 0 1 -8 -8l3.5 3.5',
  deactivated: 'M7 6a7.75 7.75 0 1 0 10 0M12 4l0 8',
  missing: 'M8 9a4 4 0 0 1 4 -3.5a3.8 3.8 0 0 1 4 3.7a3.6 3.6 0 0 1 -2 3a3.4 3.4 0 0 0 -2 3.3M12 19.4v.1',
  ride_start: 'M7 4v16l13 -8l-13 -8',
  ride_end: 'M5 5a5 5 0 0 1 7 0a5 5 0 0 0 7 0v9a5 5 0 0 1 -7 0a5 5 0 0 0 -7 0v-9M5 21v-7',
}

export interface GlyphImage {
  width: number
  height: number
  data: Uint8ClampedArray
}

type Draw = (pen: CanvasRenderingContext2D) => void

function imageOf(size: number, pixelRatio: number, draw: Draw): GlyphImage {
  const edge = Math.ceil(size * pixelRatio)
  const canvas = document.createElement('canvas')
  canvas.width = edge
  canvas.height = edge
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (pen === null) throw new Error('this browser draws no canvas')
  pen.scale(pixelRatio, pixelRatio)
  pen.translate(size / 2, size / 2)
  pen.lineCap = 'round'
  pen.lineJoin = 'round'
  draw(pen)
  return pen.getImageData(0, 0, edge, edge)
}

const disc = (pen: CanvasRenderingContext2D, radius: number, colour: string): void => {
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.fillStyle = colour
  pen.fill()
}
const ring = (pen: CanvasRenderingContext2D, radius: number): void => {
  pen.beginPath()
  pen.arc(0, 0, radius, 0, 2 * Math.PI)
  pen.stroke()
}

/** The shapes of the lists, 14 px: full disc, half disc, ring with slash, dashed ring. */
const healthDrawings: Record<HealthKind, Draw> = {
  online: (pen) => disc(pen, 6, String(pen.strokeStyle)),
  some_offline: (pen) => {
    ring(pen, 5.4)
    pen.beginPath()
    pen.arc(0, 0, 5.4, Math.PI / 2, 1.5 * Math.PI)
    pen.fillStyle = pen.strokeStyle
    pen.fill()
  },
  offline: (pen) => {
    ring(pen, 5.4)
    pen.beginPath()
    pen.moveTo(3.6, -3.6)
    pen.lineTo(-3.6, 3.6)
    pen.stroke()
  },
  unknown: (pen) => {
    pen.lineCap = 'butt'
    pen.setLineDash([2.7, 1.54])
    ring(pen, 5.4)
  },
}

const isHealth = (kind: MapKind): kind is HealthKind => kind in healthDrawings

/** A point with a rim in the page colour, which separates it from the map below. */
export function pointImage(kind: MapKind, colours: MapColours, pixelRatio: number): GlyphImage {
  return imageOf(isHealth(kind) ? 20 : 26, pixelRatio, (pen) => {
    disc(pen, isHealth(kind) ? 8 : 12, colours.page)
    pen.strokeStyle = colours.tones[toneOfKind[kind]]
    pen.lineWidth = 1.9
    if (isHealth(kind)) return healthDrawings[kind](pen)
    pen.lineWidth = 1.5
    ring(pen, 10.25)
    pen.scale(12 / 24, 12 / 24)
    pen.translate(-12, -12)
    pen.lineWidth = 2.2
    pen.stroke(new Path2D(placePaths[kind]))
  })
}

/** How much of a cluster each tone is, in the order of `mapTones`. */
export type Shares = readonly number[]

/** Parts of the ring that add up to 1; tones that are absent have none. */
export function ringParts(shares: Shares): { tone: MapTone; part: number }[] {
  const whole = shares.reduce((sum, share) => sum + share, 0)
  return mapTones.map((tone, index) => ({ tone, part: (shares[index] ?? 0) / whole })).filter(({ part }) => part > 0)
}

/** A ring of the shares; the map writes the count into it. */
export function clusterImage(size: number, shares: Shares, colours: MapColours, pixelRatio: number): GlyphImage {
  const weight = size > 32 ? 4 : 3.5
  return imageOf(size + 4, pixelRatio, (pen) => {
    disc(pen, size / 2 + 1.5, colours.page)
    const parts = ringParts(shares)
    const gap = parts.length > 1 ? 2 / size : 0
    pen.lineWidth = weight
    pen.lineCap = 'butt'
    let from = -Math.PI / 2
    for (const { tone, part } of parts) {
      const to = from + part * 2 * Math.PI
      pen.beginPath()
      pen.arc(0, 0, size / 2 - weight / 2 - 0.5, from + gap, to - gap)
      pen.strokeStyle = colours.tones[tone]
      pen.stroke()
      from = to
    }
  })
}
