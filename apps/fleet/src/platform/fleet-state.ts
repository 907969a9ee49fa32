import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DockState } from '@wheelhouse/device-protocol/events.ts'
import * as z from 'zod'

/** What the hardware keeps over a power cut. */
const Memory = z.object({
  boot_count: z.int().nonnegative(),
  state: DockState,
  key: z.string().nullable(),
  since: z.string(),
})
export type Memory = z.infer<typeof Memory>
const StateFile = z.object({ version: z.literal(1), hardware: z.record(z.string(), Memory) })

/** Changes are written in batches, at most this often. */
const saveEveryMs = 400

export interface FleetMemory {
  of(hardwareId: string): Memory | undefined
  keep(hardwareId: string, memory: Memory): void
  save(): void
}

/** Starts empty when the file is missing or damaged: docks are then as they were installed. */
function load(path: string): Map<string, Memory> {
  try {
    return new Map(Object.entries(StateFile.parse(JSON.parse(readFileSync(path, 'utf8'))).hardware))
  } catch {
    return new Map()
  }
}

export function openFleetMemory(folder: string): FleetMemory {
  const path = join(folder, 'fleet-state.json')
  const kept = load(path)
  let timer: NodeJS.Timeout | undefined

  function save(): void {
    clearTimeout(timer)
    timer = undefined
    const file = openSync(`${path}.new`, 'w')
    writeSync(file, JSON.stringify({ version: 1, hardware: Object.fromEntries(kept) }))
    fsyncSync(file)
    closeSync(file)
    renameSync(`${path}.new`, path)
  }

  return {
    of: (hardwareId) => kept.get(hardwareId),
    keep(hardwareId, memory) {
      kept.set(hardwareId, memory)
      timer ??= setTimeout(save, saveEveryMs)
    },
    save,
  }
}
