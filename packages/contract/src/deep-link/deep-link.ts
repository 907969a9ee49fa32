import * as z from 'zod'
import { hardwareIdIn } from '../hardware/hardware-ids.ts'
import { Id, route } from '../route.ts'

/** Crockford's base 32: no I, L, O and U. */
const letters = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const checkBase = 37n
const payloadLength = 9

/** Crockford's check digit, the number modulo 37. The five signs beyond the letters do not belong in an address: undefined. */
export const qrCheckLetter = (payload: string): string | undefined =>
  letters[Number([...payload].reduce((sum, letter) => sum * 32n + BigInt(letters.indexOf(letter)), 0n) % checkBase)]

/** A new code; `draw` answers a whole number from 0 to one below its argument. Drawn again until the check is a letter too. */
export function newQrCode(draw: (below: number) => number): string {
  for (;;) {
    const payload = Array.from({ length: payloadLength }, () => letters[draw(letters.length)]).join('')
    const check = qrCheckLetter(payload)
    if (check) return payload + check
  }
}

export const isQrCode = (text: string): boolean =>
  /^[0-9A-HJKMNP-TV-Z]{10}$/.test(text) && qrCheckLetter(text.slice(0, payloadLength)) === text[payloadLength]

/** As people type it: lower case, with hyphens, and the letters that look like a figure. */
export const normalizedQrCode = (text: string): string =>
  text.toUpperCase().replaceAll('-', '').replaceAll('O', '0').replace(/[IL]/g, '1')

/** What a code may mean (values: QR and deep link). An id is that of a device, a vehicle, a location or a user. */
export type Reading =
  | { kind: 'device_number'; location_code: string; number: number }
  | { kind: 'location_code'; code: string }
  | { kind: 'qr_code'; code: string }
  | { kind: 'hardware_id'; hardware_id: string }
  | { kind: 'id'; id: string }
  | { kind: 'vehicle_code'; code: string }
  | { kind: 'alias'; alias: string }

export const codeLongest = 64

/**
 * The code of a text that was typed or scanned: itself, or what an address `{host}/deep-link/search?code=...` carries.
 * Null for an empty text and for every other address: such a QR is not valid (spec section 6).
 */
export function codeOf(text: string): string | null {
  const trimmed = text.trim()
  const code = /^[a-z][a-z0-9+.-]*:/i.test(trimmed) ? codeOfAddress(trimmed) : trimmed
  return code && code.length <= codeLongest ? code : null
}

function codeOfAddress(address: string): string | null {
  if (!URL.canParse(address)) return null
  const { protocol, pathname, searchParams } = new URL(address)
  const isOurs = /^https?:$/.test(protocol) && /\/deep-link\/search\/?$/.test(pathname)
  return isOurs ? (searchParams.get('code')?.trim() ?? null) : null
}

const shapes: readonly ((code: string) => Reading | null)[] = [
  (code) => {
    const [, location_code, number] = /^(\d{6})\s*\/\s*(\d{1,4})$/.exec(code) ?? []
    return location_code && number ? { kind: 'device_number', location_code, number: Number(number) } : null
  },
  (code) => {
    // A number may still follow the slash.
    const [, location_code] = /^(\d{6})(?:\s*\/)?$/.exec(code) ?? []
    return location_code ? { kind: 'location_code', code: location_code } : null
  },
  (code) => (isQrCode(normalizedQrCode(code)) ? { kind: 'qr_code', code: normalizedQrCode(code) } : null),
  (code) => (Id.safeParse(code).success ? { kind: 'id', id: code.toLowerCase() } : null),
  (code) => {
    // Shown and printed in groups of four.
    const hardware_id = hardwareIdIn(code)
    return hardware_id === null ? null : { kind: 'hardware_id', hardware_id }
  },
  // Its form is that of many an alias, so an alias that is no vehicle's code is tried next.
  (code) => (/^[A-Z0-9-]{3,32}$/i.test(code) ? { kind: 'vehicle_code', code: code.toUpperCase() } : null),
]

/** In the order in which they are tried: the shape first, and any word may be the alias of a device. */
export function readingsOf(code: string): Reading[] {
  const shaped = shapes.map((read) => read(code)).filter((reading) => reading !== null)
  return [...shaped, { kind: 'alias', alias: code }]
}

export const DeepLinkTarget = z.object({
  type: z.enum(['device', 'rental_device', 'hardware', 'location', 'user']),
  /** The printed ID of hardware; otherwise a UUID. */
  id: z.string(),
  /** The location of a device, or the location itself; otherwise null. */
  location_id: Id.nullable(),
})
export type DeepLinkTarget = z.infer<typeof DeepLinkTarget>

export const findByCode = route({
  method: 'GET',
  path: '/device/v1/deep-link',
  summary:
    'The device, rental device, hardware in stock, location or user behind a code; what the caller may not see is not found',
  says: { failed: 'Find by code failed' },
  access: { device: ['GET'] },
  query: z.strictObject({ code: z.string().trim().min(1, 'Code is required').max(2_000) }),
  reply: DeepLinkTarget,
})
