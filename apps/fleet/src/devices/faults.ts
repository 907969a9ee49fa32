import type { Behaviour, InstalledController, InstalledHardware } from '../platform/fleet-file.ts'
import { hashOf } from '../platform/random.ts'
import type { Random } from '../platform/random.ts'

/** Every second child of such a mesh is dead while its controller works. */
export const isHalfDead = (hardware: InstalledHardware, controller: InstalledController): boolean =>
  hardware.hardware_id !== controller.controller_id && controller.hardware.indexOf(hardware) % 2 === 1

/** Late hardware sends so rarely that it usually counts as late, but never as offline. */
export const heartbeatFactor = (behaviour: Behaviour): number => (behaviour === 'late' ? 8 : 1)

/** A clock that is 11 minutes slow: beyond the tolerance, but not enough for a command to look expired. */
export const clockOffMs = (behaviour: Behaviour): number => (behaviour === 'wrong_clock' ? -11 * 60_000 : 0)

/** Delay before hardware starts a command. */
export const commandLatencyMs = (behaviour: Behaviour, random: Random): number =>
  behaviour === 'slow' ? random.between(8_000, 20_000) : random.between(150, 700)

/** How long after the end of the time limit such hardware answers. */
export const lateAnswerMs = (behaviour: Behaviour): number | null => (behaviour === 'answers_late' ? 1_500 : null)
/** It confirms that it received a command and does not answer again. */
export const neverEnds = (behaviour: Behaviour): boolean => behaviour === 'silent'
/** Its firmware is from before the commands: it handles none. */
export const isOutdated = (behaviour: Behaviour): boolean => behaviour === 'outdated'
export const misreportsHash = (behaviour: Behaviour): boolean => behaviour === 'wrong_hash'
/** Per cent of a download at which the connection breaks; null: it does not. */
export const firmwareFailsAt = (behaviour: Behaviour): number | null => (behaviour === 'dies_half_way' ? 60 : null)

/**
 * About one lock in 25 is worn and jams on a third of its commands. The ids decide which, so that a run can be
 * repeated.
 */
export const isWorn = (hardwareId: string): boolean => hashOf(`worn ${hardwareId}`) % 25 === 0
const movesLock = ['force_unlock', 'temporary_unlock', 'lock', 'unlock']

/** Why the hardware refuses a command, or null. `commandsSoFar` counts those before this one. */
export function refusalOf(
  behaviour: Behaviour,
  hardwareId: string,
  command: string,
  commandsSoFar: number,
): string | null {
  const isMove = movesLock.includes(command)
  if (behaviour === 'refusing') return isMove ? 'lock_jam' : 'refused'
  if (behaviour === 'config_locked' && command === 'set_paramsys') return 'config_locked'
  if (behaviour === 'config_unreadable' && command === 'get_paramsys_info') return 'storage_error'
  return isMove && isWorn(hardwareId) && commandsSoFar % 3 === 2 ? 'lock_jam' : null
}

/** How long a flapping connection stays up, and how long it stays down. */
export const flapUpMs = (random: Random): number => random.between(60_000, 180_000)
export const flapDownMs = (random: Random): number => random.between(20_000, 150_000)

/** How far an event is held back so that the next one overtakes it. */
export const overtakeMs = 1_500
