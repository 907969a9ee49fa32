import { isParking } from '../apps/fleet/src/city/city-plan.ts'
import { arrivalsPerHour, evenRhythm, localTime } from '../apps/fleet/src/city/rhythm.ts'
import { readFleetFile } from '../apps/fleet/src/platform/fleet-file.ts'

/** Often enough for a story to see some, at night too, and so seldom that screens which follow them have little to do. */
const ridersAMinute = 8

/** Stays are shorter by it, too: with more, no bike would stay parked for as long as a story needs it. */
const rushAtMost = 40

/** How many times more often than in reality the riders of a state folder come and go, for so many to come at this time of day. */
export function rushOf(stateFolder: string): number {
  const { controllers, rhythm = evenRhythm } = readFleetFile(stateFolder)
  const now = Date.now()
  const anHour = controllers
    .filter(({ city }) => city !== null)
    .reduce((sum, { timezone, demand = 1, hardware }) => {
      const free = hardware.filter((one) => isParking(one) && one.dock_state !== 'locked').length
      return sum + free * demand * arrivalsPerHour(rhythm, localTime(now, timezone))
    }, 0)
  return Math.min(rushAtMost, Math.max(1, (ridersAMinute * 60) / anHour))
}
