import { chanceOf } from './chance.ts'
import { overstayLimitOf } from './overstays/overstay-rules.ts'
import type { Stay } from './stays.ts'
import { hourMs, minuteMs } from './times.ts'

const wanted = 4

/**
 * In Tallinn a few bikes have been forgotten for days, so that a removal waits for the crew at whatever hour the demonstration
 * begins: by chance alone there would be none at some hours. They are those that are there for longest, each at another location.
 */
export function withForgottenBikes(stays: readonly Stay[], now: number): Stay[] {
  const chance = chanceOf('forgotten bikes')
  const longest = stays.filter((stay) => couldBeForgotten(stay, now)).toSorted((a, b) => a.start - b.start)
  const firstOfEach = [...Map.groupBy(longest, ({ device }) => device.place).values()].flatMap(([first]) => first ?? [])
  const forgotten = new Map(
    firstOfEach.slice(0, wanted).map((stay) => {
      const start = Math.min(stay.start, Math.round(now - chance.between(76, 120) * hourMs))
      // Later than the three days after which a demonstration is to look like its first one.
      const leaves = Math.round(now + chance.between(80, 130) * hourMs)
      return [stay.device, { ...stay, start, leaves }]
    }),
  )
  return [...stays.flatMap((stay) => before(stay, forgotten.get(stay.device)?.start ?? null)), ...forgotten.values()]
}

const couldBeForgotten = ({ status, device: { type, place, silentSince, fault } }: Stay, now: number): boolean =>
  status === 'active' &&
  type === 'dock' &&
  place.city.region_tag === 'ee' &&
  overstayLimitOf(place) !== null &&
  place.site.behaviour === undefined &&
  place.lastSeenAt === now &&
  silentSince === null &&
  fault === null

/** What was in the dock before, shortened where it would overlap. */
function before(stay: Stay, start: number | null): Stay[] {
  if (start === null || (stay.end !== null && stay.end < start)) return [stay]
  const end = start - 5 * minuteMs
  return stay.start < end
    ? [{ ...stay, end, status: 'ended', how_ended: stay.how_ended ?? 'normal', leaves: null }]
    : []
}
