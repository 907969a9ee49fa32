import * as z from 'zod'
import { At, eventData, PositionData, Version, Word } from './events.ts'
import { maxSeq } from './seq.ts'
import type { HardwareKind } from './topics.ts'

/** Payloads above this are dropped and counted, by the broker and again by the gateway. */
export const maxPayloadBytes = 65_536

export const Seq = z.int().min(0).max(maxSeq)
const MessageId = z.string().regex(/^[0-9A-Za-z_-]{1,64}$/, 'Not an id')
const Dbm = z.int().min(-200).max(50)

/** Retained, and also the last will of the controller. A will carries the time of the connection, not of its end. */
export const Status = z.object({ online: z.boolean(), at: At, reason: Word.optional() })
export type Status = z.infer<typeof Status>

export const Heartbeat = z.object({
  seq: Seq,
  at: At,
  uptime_s: z.int().nonnegative(),
  firmware_name: z.string().max(64),
  firmware_version: Version,
  pcb_version: Version,
  protocol_version: Version,
  rssi_dbm: Dbm,
  wifi: z.object({ ssid: z.string().max(32), rssi_dbm: Dbm }).nullish(),
  supply_mv: z.int().min(0).max(100_000),
  temperature_c: z.number().min(-100).max(200).nullish(),
  config_hash: z.string().regex(/^[0-9a-f]{16}$/, 'Not a config hash'),
  /** Of a vehicle: where it is. Every one is kept for its track, also where a newer heartbeat overtakes it. */
  position: PositionData.nullish(),
})
export type Heartbeat = z.infer<typeof Heartbeat>

const stamp = { id: MessageId, seq: Seq, at: At }
export const DeviceEvent = z.discriminatedUnion('type', [
  z.object({ ...stamp, type: z.literal('dock_state'), data: eventData.dock_state }),
  z.object({ ...stamp, type: z.literal('key_scan'), data: eventData.key_scan }),
  z.object({ ...stamp, type: z.literal('door'), data: eventData.door }),
  z.object({ ...stamp, type: z.literal('alarm'), data: eventData.alarm }),
  z.object({ ...stamp, type: z.literal('booking'), data: eventData.booking }),
  z.object({ ...stamp, type: z.literal('charge'), data: eventData.charge }),
  z.object({ ...stamp, type: z.literal('photo'), data: eventData.photo }),
  z.object({ ...stamp, type: z.literal('rental'), data: eventData.rental }),
  z.object({ ...stamp, type: z.literal('position'), data: eventData.position }),
  z.object({ ...stamp, type: z.literal('boot'), data: eventData.boot }),
  z.object({ ...stamp, type: z.literal('firmware'), data: eventData.firmware }),
])
export type DeviceEvent = z.infer<typeof DeviceEvent>

export const CommandMessage = z.object({
  id: MessageId,
  /** Any name: a device answers `unhandled` to an unknown one. */
  name: Word,
  args: z.record(z.string(), z.unknown()),
  issued_at: At,
  expires_at: At,
})
export type CommandMessage = z.infer<typeof CommandMessage>

export const responseSteps = ['received', 'running'] as const
const answer = {
  command_id: MessageId,
  at: At,
  reason: Word.nullish(),
  data: z.record(z.string(), z.unknown()).nullish(),
}
export const ResponseMessage = z.discriminatedUnion('status', [
  z.object({
    ...answer,
    status: z.literal('in_progress'),
    step: z.enum(responseSteps),
    percent: z.number().min(0).max(100).nullish(),
  }),
  z.object({ ...answer, status: z.literal('success') }),
  z.object({ ...answer, status: z.literal('failed'), reason: Word }),
  z.object({ ...answer, status: z.literal('unhandled') }),
])
export type ResponseMessage = z.infer<typeof ResponseMessage>

export const messageSchemas = {
  status: Status,
  heartbeat: Heartbeat,
  event: DeviceEvent,
  command: CommandMessage,
  response: ResponseMessage,
} as const satisfies Record<HardwareKind | 'status', z.ZodType>
export type MessageKind = keyof typeof messageSchemas
export type Message<K extends MessageKind> = z.infer<(typeof messageSchemas)[K]>

/** Each with the message that it reads, for a kind that is known at run time only. */
const schemas: { readonly [K in MessageKind]: z.ZodType<Message<K>> } = messageSchemas

export type Refusal = 'oversized' | 'not_json' | 'malformed'
export type Read<K extends MessageKind> =
  | { ok: true; message: Message<K> }
  | { ok: false; refusal: Refusal; detail: string }

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Parses a payload from the wire. Never throws: unreadable input is a refusal to be counted. */
export function readMessage<K extends MessageKind>(kind: K, payload: Uint8Array): Read<K> {
  if (payload.byteLength > maxPayloadBytes)
    return { ok: false, refusal: 'oversized', detail: `${payload.byteLength} bytes` }
  let value: unknown
  try {
    value = JSON.parse(utf8.decode(payload))
  } catch {
    return { ok: false, refusal: 'not_json', detail: 'not UTF-8 JSON' }
  }
  const result = schemas[kind].safeParse(value)
  if (result.success) return { ok: true, message: result.data }
  const issue = result.error.issues[0]
  return {
    ok: false,
    refusal: 'malformed',
    detail: `${issue?.path.join('.') ?? ''}: ${issue?.message ?? 'invalid'}`.slice(0, 200),
  }
}

/** A larger offset of a device's clock is recorded; fees use the server's time. */
export const clockToleranceMs = 5 * 60_000
/** How far a device's clock is ahead of the server's (negative: behind), in milliseconds. */
export const clockOffMs = (at: string, receivedAt: Date): number => Date.parse(at) - receivedAt.getTime()
