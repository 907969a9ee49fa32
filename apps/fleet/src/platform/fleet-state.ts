import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { DockState, KeyType } from '@wheelhouse/device-protocol/events.ts'
import * as z from 'zod'

const StoredAccessList = z.object({
  version: z.int(),
  is_restricted: z.boolean(),
  entries: z.array(
    z.object({
      key: z.string(),
      key_type: KeyType,
      is_master: z.boolean().optional(),
      expires_at: z.string().optional(),
    }),
  ),
})
export type StoredAccessList = z.infer<typeof StoredAccessList>

/** What the hardware keeps over a power cut. */
const Memory = z.object({
  boot_count: z.int().nonnegative(),
  state: DockState,
  key: z.string().nullable(),
  since: z.string(),
  /** Parameters that differ from those it was delivered with. */
  params: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])).optional(),
  /** After an update; else the version that it was delivered with. */
  firmware_version: z.string().optional(),
  otp_secret: z.string().optional(),
  /** Of a controller that was accepted: it signs in with it from then on. */
  secret: z.string().optional(),
  /** Steps whose one-time password was entered: each is accepted once. */
  otp_used: z.array(z.int()).optional(),
  alarms_off_until: z.number().optional(),
  /** After it was moved to another mesh. */
  controller_id: z.string().optional(),
  /** Of a controller whose mesh was put together again. */
  mesh_id: z.string().optional(),
  /** Of a rental vehicle. */
  vehicle: z
    .object({
      state: z.enum(['available', 'reserved', 'on_trip', 'deactivated']),
      latitude: z.number(),
      longitude: z.number(),
      battery_percent: z.number(),
      key: z.string().nullable(),
      goal: z.object({ latitude: z.number(), longitude: z.number() }).nullable(),
      is_forgotten: z.boolean(),
    })
    .optional(),
  /** Null until the server sends one. */
  access_list: StoredAccessList.nullable().default(null),
})
export type Memory = z.infer<typeof Memory>
export type VehicleMemory = NonNullable<Memory['vehicle']>
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
