import * as z from 'zod'
import { At, Word } from './events.ts'
import type { DeviceType } from './events.ts'

/**
 * The wire format of a command. Rights, reasons and confirmations belong to the contract; both sides use the same
 * names.
 */
export interface WireCommand {
  args: z.ZodType<Record<string, unknown>>
  /** From issue to expiry; for sleeping hardware the sender uses its wake interval plus 60 s instead. */
  time_limit_ms: number
  device_types: readonly DeviceType[]
  /** Whether people can send it yet; a device may support it all the same. */
  offered: boolean
}

const everyType = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const locks = ['dock', 'locker', 'rental_dock', 'door'] as const
const docks = ['dock', 'locker', 'rental_dock'] as const
const controllers = ['controller'] as const
/** Types of hardware with a camera on the whole location. */
const cameras = ['guard', 'controller'] as const

const usualLimitMs = 30_000
/** Firmware and power cycles take minutes. */
const longLimitMs = 120_000
/** A picture takes long over a mobile connection. */
const photoLimitMs = 60_000

const none = z.object({})
const key = z.string().min(4).max(64)
const channel = z.enum(['stable', 'testing', 'development', 'fallback'])
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

/** All hardware commands of spec section 9. */
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
  force_cancel_booking: { args: none, time_limit_ms: usualLimitMs, device_types: docks, offered: false },
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
  power_cycle_children: { args: none, time_limit_ms: longLimitMs, device_types: controllers, offered: false },
  disable_alarm: {
    args: z.object({ duration_s: z.int().min(1).max(86_400).default(7_200) }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: false,
  },
  enable_alarm: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: false },
  firmware_update: { args: firmware, time_limit_ms: longLimitMs, device_types: everyType, offered: false },
  firmware_update_children: { args: firmware, time_limit_ms: longLimitMs, device_types: controllers, offered: false },
  switch_to_wifi: { args: none, time_limit_ms: usualLimitMs, device_types: controllers, offered: false },
  get_paramsys_info: {
    args: z.object({ keys: z.array(z.string().max(64)).max(64).optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: false,
  },
  set_paramsys: { args: setParams, time_limit_ms: usualLimitMs, device_types: everyType, offered: false },
  get_system_version: { args: none, time_limit_ms: usualLimitMs, device_types: everyType, offered: false },
  // The key of the bike that the server expects in this hardware; none means no bike. Also sent to hardware that leaves
  // its device.
  sync_device_session: {
    args: z.object({ key: key.optional() }),
    time_limit_ms: usualLimitMs,
    device_types: everyType,
    offered: false,
  },
  lock: { args: z.object({ key: key.optional() }), time_limit_ms: usualLimitMs, device_types: locks, offered: false },
  unlock: { args: z.object({ key: key.optional() }), time_limit_ms: usualLimitMs, device_types: locks, offered: false },
  book: {
    args: z.object({ key: key.optional(), hold_s: z.int().min(60).max(3_600).default(600) }),
    time_limit_ms: usualLimitMs,
    device_types: docks,
    offered: false,
  },
  cancel_booking: { args: none, time_limit_ms: usualLimitMs, device_types: docks, offered: false },
} as const satisfies Record<string, WireCommand>

export type WireCommandName = keyof typeof wireCommands
export const wireCommandNames = Object.keys(wireCommands) as WireCommandName[]
/** The commands of spec section 9 that people can send now. */
export const offeredCommandNames = wireCommandNames.filter((name) => wireCommands[name].offered)

export const wireCommand = (name: string): WireCommand | null =>
  Object.hasOwn(wireCommands, name) ? wireCommands[name as WireCommandName] : null
