import type { Format } from './format.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs

/** So far apart that an axis of this length has four to ten of them. */
function stepFor(spanMs: number): number {
  if (spanMs <= 1.5 * dayMs) return 6 * hourMs
  return spanMs <= 10 * dayMs ? dayMs : 5 * dayMs
}

interface Words extends Pick<Format, 'time' | 'day'> {
  timeZone: string
}

/**
 * Where an axis of moments is labelled, by their place: at 0, 6, 12 and 18 o'clock of one day, at the first moment of each day of a
 * week, and of every fifth day of a month, by the clock of the reader. Charts of the same period so have the same labels.
 */
export function timeTicks(moments: readonly string[], { timeZone, time, day }: Words): ReadonlyMap<number, string> {
  const [first, last] = [moments[0], moments.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const step = stepFor(Date.parse(last) - Date.parse(first))
  const clock = new Intl.DateTimeFormat('sv-SE', {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone,
  })
  const walls = moments.map((at) => clock.format(Date.parse(at)).replace(' ', 'T'))
  const slots = walls.map((wall) => Math.floor(Date.parse(`${wall}Z`) / step))
  const label = (index: number): string =>
    step < dayMs ? time(moments[index] ?? null) : day((walls[index] ?? '').slice(0, 10))
  return new Map(
    slots.flatMap((slot, index) => (index > 0 && slot !== slots[index - 1] ? [[index, label(index)] as const] : [])),
  )
}
