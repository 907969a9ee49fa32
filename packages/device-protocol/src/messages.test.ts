import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asyncApiDocument } from './asyncapi.ts'
import { offeredCommandNames, wireCommand, wireCommandNames, wireCommands } from './commands.ts'
import { eventData } from './events.ts'
import type { EventType } from './events.ts'
import { clockOffMs, maxPayloadBytes, messageSchemas, readMessage } from './messages.ts'
import type { MessageKind } from './messages.ts'

const bytes = (value: unknown): Uint8Array =>
  new TextEncoder().encode(typeof value === 'string' ? value : JSON.stringify(value))
const stamp = { id: 'e1', seq: 1, at: '2026-11-21T02:00:00.000Z' }

const examples: Record<EventType, unknown> = {
  dock_state: { state: 'locked' },
  key_scan: { key: '00745A70', key_type: 'rfid' },
  door: { state: 'open' },
  alarm: { reason: 'lock_jam', active: true },
  booking: { action: 'created' },
  charge: { state: 'charging', battery_percent: 40 },
  photo: { photo_id: 'p1', reason: 'alarm' },
  rental: { action: 'docked', rental_code: 'R-17' },
  position: { latitude: 59.43, longitude: 24.75 },
  boot: {
    type: 'dock',
    mac_address: '02:00:00:00:00:01',
    mesh_id: '00000000',
    firmware_name: 'dock',
    firmware_version: '4.2.0',
    pcb_version: 'C',
    protocol_version: '1',
    boot_count: 3,
    children: [],
  },
  firmware: { state: 'installed', version: '4.2.0' },
}

test("each type of event is read with its own data and refused with another type's", () => {
  for (const type of Object.keys(eventData) as EventType[]) {
    expect(readMessage('event', bytes({ ...stamp, type, data: examples[type] })), type).toMatchObject({
      ok: true,
      message: { type },
    })
    expect(readMessage('event', bytes({ ...stamp, type, data: { nothing: true } })), type).toMatchObject({
      ok: false,
      refusal: 'malformed',
    })
  }
})

test('a key is whole bytes in upper-case hex', () => {
  const scan = (key: string) =>
    readMessage('event', bytes({ ...stamp, type: 'key_scan', data: { key, key_type: 'rfid' } })).ok
  expect(scan('00745A70')).toBe(true)
  expect(scan('04A2B3C4D5E680')).toBe(true)
  for (const key of ['00745a70', '00745A7', '00745A7000', 'ZZ745A70']) expect(scan(key), key).toBe(false)
})

test('unknown fields are dropped; an unsafe seq and a time without zone are refused', () => {
  const result = readMessage('status', bytes({ online: true, at: stamp.at, more: 1 }))
  expect(result).toEqual({ ok: true, message: { online: true, at: stamp.at } })
  expect(readMessage('event', bytes({ ...stamp, seq: 2 ** 53, type: 'door', data: { state: 'open' } })).ok).toBe(false)
  expect(readMessage('status', bytes({ online: true, at: '2026-11-21T02:00:00' })).ok).toBe(false)
})

test('bad input: oversized, not UTF-8, not JSON and random bytes are refusals, never an exception', () => {
  expect(readMessage('event', new Uint8Array(maxPayloadBytes + 1))).toMatchObject({ ok: false, refusal: 'oversized' })
  expect(readMessage('event', new Uint8Array([0xff, 0xfe]))).toMatchObject({ ok: false, refusal: 'not_json' })
  expect(readMessage('event', bytes('{"a":'))).toMatchObject({ ok: false, refusal: 'not_json' })
  expect(readMessage('command', bytes('['.repeat(30_000) + ']'.repeat(30_000)))).toMatchObject({ ok: false })
  const kinds = Object.keys(messageSchemas) as MessageKind[]
  fc.assert(
    fc.property(fc.constantFrom(...kinds), fc.oneof(fc.uint8Array(), fc.json().map(bytes)), (kind, payload) => {
      expect(typeof readMessage(kind, payload).ok).toBe('boolean')
    }),
  )
})

test('the offset of a clock that is ahead is positive', () => {
  expect(clockOffMs('2026-11-21T02:06:00Z', new Date('2026-11-21T02:00:00Z'))).toBe(360_000)
})

test('spec 9 and 4: every command of hardware and of rental devices is defined, and the server sends four besides', () => {
  expect(offeredCommandNames).toHaveLength(24)
  expect(wireCommandNames.filter((name) => !wireCommands[name].offered)).toEqual([
    'set_access_list',
    'set_paramsys',
    'set_otp_secret',
    'set_secret',
    'set_mesh',
  ])
  expect(wireCommand('temporary_unlock')?.args.parse({})).toEqual({ hold_ms: 10_000 })
  expect(wireCommand('constructor')).toBeNull()
})

test('the AsyncAPI document has a channel and a schema for each kind of message', () => {
  const document = asyncApiDocument()
  expect(Object.keys(document.channels).sort()).toEqual(Object.keys(messageSchemas).sort())
  expect(document.operations.command?.action).toBe('send')
  expect(document.components.messages.event?.payload.schema).toMatchObject({ oneOf: expect.any(Array) })
  expect(Object.keys(document['x-commands'])).toEqual(wireCommandNames)
  expect(() => JSON.stringify(document)).not.toThrow()
})
