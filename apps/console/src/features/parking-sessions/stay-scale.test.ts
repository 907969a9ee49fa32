import { describe, expect, test } from 'vitest'
import { stayScale } from './stay-scale.ts'

const start = Date.parse('2026-11-20T08:00:00.000Z')
const hours = (count: number): number => count * 3_600_000
const at = (count: number): string => new Date(start + hours(count)).toISOString()

/** A stay at a place with the usual hours; open unless it says when it ended. */
const stay = (values: Partial<Parameters<typeof stayScale>[0]> = {}) => ({
  started_at: at(0),
  ended_at: null,
  free_minutes: null,
  bubble_orange_hours: 24,
  bubble_red_hours: 72,
  ...values,
})
const shapeOf = ({ elapsed, free, marks }: ReturnType<typeof stayScale>) => ({
  elapsed,
  free,
  marks: marks.map((mark) => [mark.hours, mark.at, mark.isReached]),
})

describe('the axis of a stay', () => {
  test('a short stay is drawn against the hours at which it becomes overdue', () => {
    expect(shapeOf(stayScale(stay({ free_minutes: 720 }), start + hours(6)))).toEqual({
      elapsed: 0.25,
      free: 0.5,
      marks: [[24, 1, false]],
    })
  })

  test('an open stay that is overdue has the next mark in sight, an ended one does not', () => {
    expect(shapeOf(stayScale(stay(), start + hours(36)))).toEqual({
      elapsed: 0.5,
      free: 0,
      marks: [
        [24, 1 / 3, true],
        [72, 1, false],
      ],
    })
    expect(shapeOf(stayScale(stay({ ended_at: at(48) }), start))).toEqual({
      elapsed: 1,
      free: 0,
      marks: [[24, 0.5, true]],
    })
  })

  test('beyond the last mark the stay is the axis', () => {
    expect(shapeOf(stayScale(stay({ free_minutes: 60 * 12 }), start + hours(96)))).toEqual({
      elapsed: 1,
      free: 0.125,
      marks: [
        [24, 0.25, true],
        [72, 0.75, true],
      ],
    })
  })

  test('the hours are those of the location', () => {
    const early = stay({ bubble_orange_hours: 4, bubble_red_hours: 5 })
    expect(stayScale(early, start + hours(5)).marks).toEqual([
      { kind: 'over_24', hours: 4, at: 0.8, isReached: true, hasRoom: false },
      { kind: 'over_72', hours: 5, at: 1, isReached: true, hasRoom: true },
    ])
  })

  test('a free period that ends beyond the axis fills it and has no end to show', () => {
    expect(stayScale(stay({ free_minutes: 60 * 48 }), start + hours(1))).toMatchObject({ free: 1, freeEndsAt: null })
    expect(stayScale(stay({ free_minutes: 120 }), start + hours(1)).freeEndsAt).toBe(at(2))
  })

  test('a clock that runs behind the server shows a stay that has just begun', () => {
    expect(stayScale(stay(), start - 5_000)).toMatchObject({ elapsed: 0, elapsedMs: 0 })
  })
})
