import type { Chance } from './chance.ts'
import { chanceOf } from './chance.ts'
import type { Installed } from './hardware/devices.ts'
import { overstayLimitOf } from './overstays/overstay-rules.ts'
import type { Stay } from './stays.ts'
import { hourMs, minuteMs } from './times.ts'

/** Where in the list of docks they stand, so that they are at different locations. */
const shares = [0.2, 0.4, 0.6, 0.8]

/**
 * In Tallinn a few bikes have been forgotten for days, so that a removal waits for the crew at whatever hour the demonstration
 * begins. By chance alone there would be none at some hours.
 */
export function withForgottenBikes(stays: readonly Stay[], now: number, installed: readonly Installed[]): Stay[] {
  const chance = chanceOf('forgotten bikes')
  const docks = installed.filter((device) => couldKeepOne(device, now))
  const left = new Map(
    shares.flatMap((share) => {
      const device = docks[Math.floor(docks.length * share)]
      return device ? [[device, forgottenStay(device, now, chance)] as const] : []
    }),
  )
  return [...stays.flatMap((stay) => before(stay, left.get(stay.device)?.start ?? null)), ...left.values()]
}

const couldKeepOne = ({ type, place, silentSince, fault }: Installed, now: number): boolean =>
  type === 'dock' &&
  place.city.region_tag === 'ee' &&
  overstayLimitOf(place) !== null &&
  place.site.behaviour === undefined &&
  place.lastSeenAt === now &&
  silentSince === null &&
  fault === null

const forgottenStay = (device: Installed, now: number, chance: Chance): Stay => ({
  device,
  start: Math.round(now - chance.between(76, 120) * hourMs),
  end: null,
  status: 'active',
  how_ended: null,
  leaves: Math.round(now + chance.between(48, 72) * hourMs),
})

/** What was in the dock before, shortened where it would overlap. */
function before(stay: Stay, start: number | null): Stay[] {
  if (start === null || (stay.end !== null && stay.end < start)) return [stay]
  const end = start - 5 * minuteMs
  return stay.start < end
    ? [{ ...stay, end, status: 'ended', how_ended: stay.how_ended ?? 'normal', leaves: null }]
    : []
}
