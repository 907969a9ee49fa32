import * as z from 'zod'
import { At, HardwareIdText, KeyType, MeshId, Word, meshChildrenAtMost } from './events.ts'
import type { HardwareType } from './events.ts'

/**
 * The wire format of a command. Rights, reasons and confirmations belong to the contract; both sides use the same
 * names.
 */
export interface WireCommand {
  args: z.ZodType<Record<string, unknown>>
  /** From issue to expiry; for sleeping hardware the sender uses its wake interval plus 60 s instead. */
  time_limit_ms: number
  device_types: readonly HardwareType[]
  /** People can choose it; the others are sent by verbs of the server. */
  offered: boolean
}

const everyType = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const locks = ['dock', 'locker', 'rental_dock', 'door'] as const
const docks = ['dock', 'locker', 'rental_dock'] as const
const controllers = ['controller'] as const
/** Vehicles that are rented out. */
const vehicles = ['rental_device'] as const
/** Types of hardware with a camera on the whole location. */
const cameras = ['guard', 'controller'] as const

const usualLimitMs = 30_000
/** Firmware and power cycles take minutes. */
const longLimitMs = 120_000
/** The modem of a parked vehicle answers slowly. */
const vehicleLimitMs = 60_000
/** A picture takes long over a mobile connection. */
const photoLimitMs = 60_000

/** A controller looks for each of its children over the radio. */
const meshLimitMs = 60_000

/** RFC 4648 without padding: at least 160 bits, as RFC 4226 asks. */
const base32 = /^[A-Z2-7]{32,64}$/
const none = z.object({})
const key = z.string().min(4).max(64)
export const firmwareChannels = ['stable', 'testing', 'development', 'fallback'] as const
const channel = z.enum(firmwareChannels)
const firmware = z.object({ channel, version: z.string().max(32).optional() })
const paramValue = z.union([z.string().max(256), z.number(), z.boolean()])
const setParams = z.object({
  /** The device refuses the setting when its current hash differs. */
  expected_config_hash: z.string().regex(/^[0-9a-f]{16}$/),
  params: z
    .array(z.object({ key: z.string().max(64), value: paramValue }))
    .min(1)
    .max(64),
})

const mesh = z.object({
  mesh_id: MeshId,
  /** All hardware that the controller speaks for from now on, itself left out. */
  children: z.array(HardwareIdText).max(meshChildrenAtMost),
})

/** A key on the access list of a lock. It stops opening at `expires_at` by the lock's own clock, with or without a connection. */
const AccessEntry = z.object({
  key,
  key_type: KeyType,
  /** Opens the lock whatever key locked it. */
  is_master: z.boolean().optional(),
  expires_at: At.optional(),
})
export type AccessEntry = z.infer<typeof AccessEntry>

/** A message of so many entries stays below the largest payload, however long the keys are. */
export const accessEntriesAPart = 350
export const accessPartsAtMost = 40

/** Spec 9: a temporary alarm disable lasts 2 hours. */
export const alarmPauseS = 7_200

/** All hardware commands of spec section 9, those of rental devices (section 4), and what the server sends besides. */
export const wireCommands = {
  force_unlock: { args: none, time_limit_ms: usualLimitMs, device_types: locks, offered: true },
  // "Force lock does not physically lock the device" (spec 5).
  force_lock: { args: none, time_limit_ms: usualLimitMs, device_types: locks, offered: true },
  temporary_unlock: {
    args: z.object({ hold_ms: z.int().min(1_000).max(60_000).default(10_000) }),
    time_limit_ms: usualLimitMs,
    device_types: locks,
    offered: true,
  },
  force_cancel_booking: { args: none, time_limit_ms: usualLimitMs, device_types: docks, offered: true },
  identify: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: true },
  take_photo: {
    args: z.object({
      reason: Word.optional(),
      /** The picture that the camera announced with its `photo` event; without it, the camera takes one now. */
      photo_id: z.string().max(64).optional(),
      taken_at: At.optional(),
      /**
       * Address for one HTTP PUT of the JPEG before the command expires. It is added on sending, so the history does
       * not contain it.
       */
      upload_url: z.url().max(2_048).optional(),
      max_bytes: z.int().positive().optional(),
    }),
    time_limit_ms: photoLimitMs,
    device_types: cameras,
    offered: true,
  },
  reboot: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: true },
  power_cycle_children: { args: none, time_limit_ms: longLimitMs, device_types: controllers, offered: true },
  disable_alarm: {
    args: z.object({ duration_s: z.int().min(1).max(86_400).default(alarmPauseS) }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: true,
  },
  enable_alarm: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: true },
  firmware_update: { args: firmware, time_limit_ms: longLimitMs, device_types: everyType, offered: true },
  firmware_update_children: { args: firmware, time_limit_ms: longLimitMs, device_types: controllers, offered: true },
  switch_to_wifi: { args: none, time_limit_ms: usualLimitMs, device_types: controllers, offered: true },
  get_paramsys_info: {
    args: z.object({ keys: z.array(z.string().max(64)).max(64).optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: true,
  },
  get_system_version: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: true },
  // The key of the bike that the server expects in this hardware; none means no bike. Also sent to hardware that leaves
  // its device.
  sync_device_session: {
    args: z.object({ key: key.optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: true,
  },
  lock: { args: z.object({ key: key.optional() }), time_limit_ms: usualLimitMs, device_types: locks, offered: true },
  unlock: { args: z.object({ key: key.optional() }), time_limit_ms: usualLimitMs, device_types: locks, offered: true },
  // The keys that may open a lock, whole: a version replaces the one before once all of its parts have arrived. A list that
  // is not restricted ends the check, and the lock opens as it would without one. The last part is answered with success
  // only when the version is complete and stored.
  set_access_list: {
    args: z.object({
      version: z.int().positive(),
      part: z.int().min(1),
      parts: z.int().min(1).max(accessPartsAtMost),
      is_restricted: z.boolean(),
      /** Added on sending, so the history of commands does not contain keys. */
      entries: z.array(AccessEntry).max(accessEntriesAPart).default([]),
    }),
    time_limit_ms: usualLimitMs,
    device_types: locks,
    offered: false,
  },
  book: {
    args: z.object({ key: key.optional(), hold_s: z.int().min(60).max(3_600).default(600) }),
    time_limit_ms: usualLimitMs,
    device_types: docks,
    offered: true,
  },
  cancel_booking: { args: none, time_limit_ms: usualLimitMs, device_types: docks, offered: true },
  // From here on: sent by verbs of the server alone, never chosen in a menu.
  set_paramsys: { args: setParams, time_limit_ms: usualLimitMs, device_types: everyType, offered: false },
  set_otp_secret: {
    // Added on sending, so the history does not contain it.
    args: z.object({ secret: z.string().regex(base32).optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: false,
  },
  set_secret: {
    // The hardware's own secret, added on sending. It signs in with it from then on.
    args: z.object({ secret: z.string().min(24).max(128).optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: false,
  },
  set_mesh: { args: mesh, time_limit_ms: meshLimitMs, device_types: controllers, offered: false },
  restart: { args: none, time_limit_ms: vehicleLimitMs, device_types: vehicles, offered: true },
  activate: { args: none, time_limit_ms: vehicleLimitMs, device_types: vehicles, offered: true },
  deactivate: { args: none, time_limit_ms: vehicleLimitMs, device_types: vehicles, offered: true },
  force_end_rent: { args: none, time_limit_ms: vehicleLimitMs, device_types: vehicles, offered: true },
} as const satisfies Record<string, WireCommand>

export type WireCommandName = keyof typeof wireCommands
const isWireCommand = (name: string): name is WireCommandName => Object.hasOwn(wireCommands, name)
export const wireCommandNames = Object.keys(wireCommands).filter(isWireCommand)
/** The commands of spec section 9. */
export const offeredCommandNames = wireCommandNames.filter((name) => wireCommands[name].offered)

export const wireCommand = (name: string): WireCommand | null => (isWireCommand(name) ? wireCommands[name] : null)
