import type { Page } from 'playwright-core'

declare global {
  interface Window {
    /** When the page last gave its graphics something to draw, in milliseconds since the navigation began. */
    lastDrawnAt?: number
  }
}

/** As long as nothing more is drawn, a map has come to rest. Its worker may be at work that long. */
const restMs = 2_000
const restsWithinMs = 60_000

/** Runs in the page before its own scripts. */
export function noteDrawing(): void {
  const { prototype } = WebGL2RenderingContext
  const { drawElements, drawArrays } = prototype
  prototype.drawElements = function (mode, count, type, offset) {
    window.lastDrawnAt = performance.now()
    drawElements.call(this, mode, count, type, offset)
  }
  prototype.drawArrays = function (mode, first, count) {
    window.lastDrawnAt = performance.now()
    drawArrays.call(this, mode, first, count)
  }
}

/** Waits until the map rests and returns when it last drew. */
export async function drawnAt(page: Page): Promise<number> {
  await page.waitForFunction((rest) => performance.now() - (window.lastDrawnAt ?? Infinity) > rest, restMs, {
    timeout: restsWithinMs,
    polling: 200,
  })
  return page.evaluate(() => window.lastDrawnAt ?? Number.NaN)
}
