import * as z from 'zod'
import { remembered } from './remembered.ts'

// Times on the wall of a place, as epoch milliseconds of the same reading in UTC.

const minuteMs = 60_000
const dayMs = 86_400_000

const parts = { year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' } as const
/** The world has some 600 zones; their names may be written in many ways. */
const formatsAtMost = 1_000
const formatOf = remembered(
  formatsAtMost,
  (timeZone) => new Intl.DateTimeFormat('sv-SE', { ...parts, hourCycle: 'h23', timeZone }),
)

/** Whether there is a clock of this name, also one that a place may not have: `CET` or `+02:00`. */
export function isClock(name: string): boolean {
  try {
    return formatOf(name).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** What a clock in this zone shows, as if it were UTC. */
export const shownAt = (at: number, timeZone: string): number =>
  Date.parse(`${formatOf(timeZone).format(at).replace(' ', 'T')}:00Z`)

const offsetAt = (at: number, timeZone: string): number => shownAt(at, timeZone) - Math.floor(at / minuteMs) * minuteMs

/**
 * The moment at which a clock in this zone shows the time. Of a time that is skipped in spring the moment is as much later as
 * the clock jumps; of one that comes twice in autumn it is the first.
 */
export function momentOf(wall: number, timeZone: string): number {
  const before = wall - offsetAt(wall - dayMs, timeZone)
  const after = wall - offsetAt(wall + dayMs, timeZone)
  return [before, after].find((at) => shownAt(at, timeZone) === wall) ?? before
}

/** `2026-01-31T09:00` as a number. */
export const wallOf = (text: string): number => Date.parse(`${text}:00Z`)

function isRealTime(text: string): boolean {
  const at = wallOf(text)
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}

/** A real day and time; the year is bounded so that a mistyped one is noticed. */
export const wallTime = (label: string) =>
  z
    .string(`${label} is required`)
    .min(1, `${label} is required`)
    .regex(/^20\d\d-\d\d-\d\dT\d\d:\d\d$/, `${label}: a day and a time`)
    .refine(isRealTime, `${label}: a day and a time`)
