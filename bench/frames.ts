import type { Page } from 'playwright-core'
import { quantile } from './measure.ts'

declare global {
  interface Window {
    /** When each frame was drawn, in ms. */
    frameTimes?: number[]
  }
}

const frameMs = 1000 / 60

export interface Frames {
  /** Frames missed at 60 per second. */
  dropped: number
  /** 95th percentile of the time between two frames, in ms. */
  p95: number
}

/** From now on, the page notes its frames. */
export const noteFrames = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const times: number[] = []
    window.frameTimes = times
    const note = (at: number): void => {
      times.push(at)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })

/** Those since it began to note them. */
export async function notedFrames(page: Page): Promise<Frames> {
  const times = await page.evaluate(() => window.frameTimes ?? [])
  const gaps = times.slice(1).map((at, index) => at - (times[index] ?? at))
  return {
    dropped: gaps.reduce((sum, gap) => sum + Math.max(0, Math.round(gap / frameMs) - 1), 0),
    p95: quantile(gaps, 0.95),
  }
}
