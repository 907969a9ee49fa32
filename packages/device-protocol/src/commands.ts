import * as z from 'zod'
import { At, Word } from './events.ts'
import type { DeviceType } from './events.ts'

/** The wire side of a command. Rights, reasons and confirmations are the contract's; names are the same words on both sides. */
export interface WireCommand {
  args: z.ZodType<Record<string, unknown>>
  /** From issue to expiry; sleeping hardware gets its wake interval and 60 s instead, from the sender. */
  time_limit_ms: number
  device_types: readonly DeviceType[]
  /** Whether people can send it yet; a device may know it all the same. */
  offered: boolean
}

const everyType = ['dock', 'locker', 'door', 'guard', 'controller', 'rental_dock'] as const
const locks = ['dock', 'locker', 'rental_dock', 'door'] as const
const docks = ['dock', 'locker', 'rental_dock'] as const
const controllers = ['controller'] as const
/** They see the whole place. */
const cameras = ['guard', 'controller'] as const

const usualLimitMs = 30_000
/** Firmware and power cycles take minutes. */
const longLimitMs = 120_000
/** A picture over a mobile line. */
const photoLimitMs = 60_000

const none = z.object({})
const key = z.string().min(4).max(64)
const channel = z.enum(['stable', 'testing', 'development', 'fallback'])
const firmware = z.object({ channel, version: z.string().max(32).optional() })
const paramValue = z.union([z.string().max(256), z.number(), z.boolean()])
const setParams = z.object({
  /** The device refuses the set when its own hash differs. */
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
      /** The picture that the camera announced by its `photo` event; absent: it takes one now. */
      photo_id: z.string().max(64).optional(),
      taken_at: At.optional(),
      /** Where the JPEG goes by PUT, once and before the command expires. Added on the way out: it stands in no history. */
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
  // What the server holds of this hardware: the key that stands in it. Without one it holds none; said to whatever leaves its device, too.
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
/** Those of spec section 9 that people can send now. */
export const offeredCommandNames = wireCommandNames.filter((name) => wireCommands[name].offered)

export const wireCommand = (name: string): WireCommand | null =>
  Object.hasOwn(wireCommands, name) ? wireCommands[name as WireCommandName] : null
