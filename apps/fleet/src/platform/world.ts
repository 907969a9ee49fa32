import type { Logger } from 'pino'
import type { FleetMemory } from './fleet-state.ts'
import type { Random } from './random.ts'

/** What all hardware shares: time, chance, memory. */
export interface World {
  /** Where the broker is. */
  broker: string
  /** How much faster than real people and locks move; clocks and heartbeats stay real. */
  speed: number
  random: Random
  memory: FleetMemory
  log: Pick<Logger, 'info' | 'warn'>
  wait(ms: number): Promise<void>
}

export const createWorld = (parts: Omit<World, 'wait'>): World => ({
  ...parts,
  wait: (ms) => new Promise((resolve) => setTimeout(resolve, ms / parts.speed)),
})
