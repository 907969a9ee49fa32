import { html } from './html.ts'
import type { Html } from './html.ts'

const rim =
  'M12 5.2a6.8 6.8 0 1 0 0 13.6 6.8 6.8 0 1 0 0-13.6M12 14.3v8M4 6.9l6 3.8M20 6.9l-6 3.8M4 17.1l6-3.8M20 17.1l-6-3.8'
const hub = 'M12 9.7a2.3 2.3 0 1 0 0 4.6 2.3 2.3 0 1 0 0-4.6'
const king = 'M12 1.7v8'

export const mark = html`<svg class="mark" viewBox="0 0 24 24" aria-hidden="true">
  <path d="${rim}" />
  <path d="${hub}" />
  <path class="king" d="${king}" />
</svg>`

/** Used outside of the pages, so it contains its own colours. */
export const favicon = html`<svg
  xmlns="http://www.w3.org/2000/svg"
  viewBox="-4 -4 32 32"
  fill="none"
  stroke-width="1.9"
  stroke-linecap="round"
  stroke-linejoin="round"
>
  <rect x="-4" y="-4" width="32" height="32" rx="5" fill="#13181d" />
  <path stroke="#dfe3e8" d="${rim}" />
  <path stroke="#dfe3e8" d="${hub}" />
  <path stroke="#38afec" d="${king}" />
</svg>`

// The big wheel, in its own units around its hub, turned slightly to starboard.
const tiltDeg = 11
const spokes = 8
const tickEveryDeg = 5
const ring = { outer: 370, inner: 334, middle: 352, width: 36 }
const hubRadius = { outer: 92, inner: 64, pin: 11 }

const at = (radius: number, degrees: number): string => {
  const angle = ((degrees - 90) * Math.PI) / 180
  return `${(radius * Math.cos(angle)).toFixed(1)} ${(radius * Math.sin(angle)).toFixed(1)}`
}
const ray = (from: number, to: number, degrees: number): string => `M${at(from, degrees)}L${at(to, degrees)}`
const rays = (from: number, to: number, degrees: number[]): string =>
  degrees.map((angle) => ray(from, to, angle)).join('')

const angles = Array.from({ length: spokes }, (_, index) => tiltDeg + (index * 360) / spokes)
const ticks = Array.from({ length: 360 / tickEveryDeg }, (_, index) => tiltDeg + index * tickEveryDeg)

/** Subdued: lines that barely differ from the background, and one highlighted spoke. */
export const wheel: Html = html`<svg
  viewBox="-600 -630 960 900"
  preserveAspectRatio="xMidYMid slice"
  aria-hidden="true"
>
  <path class="tick" d="${rays(374, 381, ticks)}" />
  <path class="grip" d="${rays(ring.outer, 440, angles.slice(1))}" />
  <path class="grip king" d="${ray(ring.outer, 440, tiltDeg)}" />
  <circle class="rim" r="${ring.middle}" />
  <circle class="line" r="${ring.outer}" />
  <circle class="line" r="${ring.inner}" />
  <path class="line" d="${rays(hubRadius.outer, ring.inner, angles)}" />
  <circle class="line" r="${hubRadius.outer}" />
  <circle class="line" r="${hubRadius.inner}" />
  <circle class="pin" r="${hubRadius.pin}" />
</svg>`
