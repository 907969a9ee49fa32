import { Secret, TOTP } from 'otpauth'
import { encode } from 'uqr'

const digits = 6
const period_s = 30
const secretBytes = 20
/** One step before and after, because clocks of phones differ and people type slowly. */
const window = 1

const totpOf = (secret: string, email = ''): TOTP =>
  // Authenticator apps know no other algorithm reliably.
  new TOTP({ issuer: 'Wheelhouse', label: email, algorithm: 'SHA1', digits, period: period_s, secret })

export const makeTotpSecret = (): string => new Secret({ size: secretBytes }).base32

export const totpAddress = (secret: string, email: string): string => totpOf(secret, email).toString()

/** Returns the time step of a right code, or undefined. The caller refuses a step that was used before. */
export function matchTotp(secret: string, code: string, now: Date): number | undefined {
  const typed = code.replace(/\s/g, '')
  if (!/^\d{6}$/.test(typed)) return undefined
  const delta = totpOf(secret).validate({ token: typed, timestamp: now.getTime(), window })
  return delta === null ? undefined : Math.floor(now.getTime() / 1000 / period_s) + delta
}

/** The path of a QR code with the address, in a square of `size` units, with the quiet border that readers need. */
export function qrPath(address: string): { path: string; size: number } {
  const { data, size } = encode(address, { ecc: 'M', border: 2 })
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])))
  return { path: cells.join(''), size }
}
