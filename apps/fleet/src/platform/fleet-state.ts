import { closeSync, fsyncSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
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
const retryMs = 2_000

export interface FleetMemory {
  of(hardwareId: string): Memory | undefined
  keep(hardwareId: string, memory: Memory): void
  /** Of hardware that has started once. */
  change(hardwareId: string, fields: Partial<Memory>): void
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

export function openFleetMemory(folder: string, log: Pick<Logger, 'info' | 'warn'>): FleetMemory {
  const path = join(folder, 'fleet-state.json')
  const kept = load(path)
  let timer: NodeJS.Timeout | undefined
  let isFailing = false

  /** A full disk does not end the fleet: the devices go on, and what they keep is written when there is room. */
  function save(): void {
    clearTimeout(timer)
    timer = undefined
    try {
      replaceFile(path, JSON.stringify({ version: 1, hardware: Object.fromEntries(kept) }))
      if (isFailing) log.info({ path }, 'the state of the hardware is written again')
      isFailing = false
    } catch (error) {
      if (!isFailing) log.warn({ err: error, path }, 'the state of the hardware could not be written, trying again')
      isFailing = true
      timer = setTimeout(save, retryMs)
    }
  }

  function keep(hardwareId: string, memory: Memory): void {
    kept.set(hardwareId, memory)
    timer ??= setTimeout(save, saveEveryMs)
  }

  return {
    of: (hardwareId) => kept.get(hardwareId),
    keep,
    change(hardwareId, fields) {
      const before = kept.get(hardwareId)
      if (!before) throw new Error(`${hardwareId} has never started`)
      keep(hardwareId, { ...before, ...fields })
    },
    save,
  }
}

/** A reader finds the old file or the new one, also after a power cut. */
function replaceFile(path: string, text: string): void {
  const file = openSync(`${path}.new`, 'w')
  try {
    writeFileSync(file, text)
    fsyncSync(file)
  } finally {
    closeSync(file)
  }
  renameSync(`${path}.new`, path)
}
