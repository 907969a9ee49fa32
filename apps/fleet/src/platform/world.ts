import type { KeyType as KeyTypes } from '@wheelhouse/device-protocol/events.ts'
import type * as z from 'zod'
import type { Logger } from 'pino'
import type { FleetMemory } from './fleet-state.ts'
import type { RidersApp } from './riders-app.ts'
import type { Random } from './random.ts'

type KeyType = z.infer<typeof KeyTypes>

/** What all hardware shares: time, randomness and memory. */
export interface World {
  /** Address of the broker. */
  broker: string
  /** How many times faster than in reality riders and locks move; clocks and heartbeats are not accelerated. */
  speed: number
  random: Random
  /** Of the keys that riders hold to docks; the others are cards. */
  keyTypes: ReadonlyMap<string, KeyType>
  /** The app of the riders, which asks some of them afterwards. */
  app: RidersApp
  memory: FleetMemory
  log: Pick<Logger, 'info' | 'warn'>
  wait(ms: number): Promise<void>
}

export const createWorld = (parts: Omit<World, 'wait'>): World => ({
  ...parts,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / parts.speed)),
})
