import type { ParkingSessionDetails } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'

const minuteMs = 60_000
const hourMs = 3_600_000

type Stay = Pick<
  ParkingSessionDetails,
  'started_at' | 'ended_at' | 'free_minutes' | 'bubble_orange_hours' | 'bubble_red_hours'
>

export interface ScaleMark {
  kind: 'over_24' | 'over_72'
  hours: number
  /** Share of the axis, 0 to 1. */
  at: number
  isReached: boolean
  /** Whether there is room for more than the hours. */
  hasRoom: boolean
}

export interface StayScale {
  elapsedMs: number
  /** Shares of the axis. */
  elapsed: number
  free: number
  /** Null where no free period is known, or where it ends beyond the axis. */
  freeEndsAt: string | null
  marks: ScaleMark[]
}

/** Marks nearer than this share of the axis leave no room for a time between them. */
const roomForTime = 0.25

/**
 * The axis of a stay. It reaches to the hours at which the bike becomes overdue, so that two short stays can be compared; an
 * open stay that is beyond them has the next mark in sight.
 */
export function stayScale(stay: Stay, now: number): StayScale {
  const start = Date.parse(stay.started_at)
  const elapsedMs = Math.max(0, (stay.ended_at === null ? now : Date.parse(stay.ended_at)) - start)
  const [orange, red] = [stay.bubble_orange_hours * hourMs, stay.bubble_red_hours * hourMs]
  const isBeyondOrange = stay.ended_at === null && elapsedMs >= orange
  const axis = Math.max(elapsedMs, isBeyondOrange ? red : orange)
  const freeMs = (stay.free_minutes ?? 0) * minuteMs
  const inSight = [orange, red].filter((at) => at <= axis)
  const marks = inSight.map((at, index): ScaleMark => ({
    kind: at === orange ? 'over_24' : 'over_72',
    hours: at / hourMs,
    at: at / axis,
    isReached: at <= elapsedMs,
    hasRoom: ((inSight[index + 1] ?? Infinity) - at) / axis >= roomForTime,
  }))
  return {
    elapsedMs,
    elapsed: elapsedMs / axis,
    free: Math.min(1, freeMs / axis),
    freeEndsAt: freeMs > 0 && freeMs <= axis ? new Date(start + freeMs).toISOString() : null,
    marks,
  }
}
