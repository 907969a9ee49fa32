/** RFC 6238 with the values of the device protocol: a step of one hour, eight digits, valid for 24 steps. */
export const otpStepMs = 3_600_000
export const otpDigits = 8
export const otpValidSteps = 24

/** Which step a moment belongs to, counted from the Unix epoch. */
export const otpStepAt = (at: Date): number => Math.floor(at.getTime() / otpStepMs)
/** The moment from which the password of a step is no longer accepted. */
export const otpExpiry = (step: number): Date => new Date((step + otpValidSteps) * otpStepMs)

/** HMAC under one secret. RFC 6238 uses SHA-1; server and hardware bring their own. */
export type Hmac = (message: Uint8Array) => Uint8Array

/** RFC 4226, section 5.3. */
export function hotp(hmac: Hmac, counter: number, digits = otpDigits): string {
  const moving = new DataView(new ArrayBuffer(8))
  moving.setBigUint64(0, BigInt(counter))
  const digest = hmac(new Uint8Array(moving.buffer))
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = new DataView(digest.buffer, digest.byteOffset).getUint32(offset) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The step whose password this is, of those still accepted; null for none. */
export function otpStepOf(hmac: Hmac, password: string, at: Date): number | null {
  const now = otpStepAt(at)
  for (let step = now; step > now - otpValidSteps; step--) if (hotp(hmac, step) === password) return step
  return null
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** RFC 4648 without padding, as a person or a command carries a secret. */
export function toBase32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('')
  return (bits.match(/.{1,5}/g) ?? []).map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)]).join('')
}

export function fromBase32(text: string): Uint8Array {
  const bits = [...text].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Uint8Array.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)))
}
