import { createHmac, timingSafeEqual } from 'node:crypto'

const toleratedS = 300

/**
 * Whether a message carries `t=<seconds>,v1=<hex>`: HMAC-SHA-256 of `<seconds>.<bytes>` under the secret, at most five minutes old. The
 * form is Stripe's. Without a secret nothing is signed.
 */
export function isSigned(secret: string, signature: string, raw: Buffer, now: Date): boolean {
  const parts = signature.split(',').map((part) => part.split('=', 2))
  const at = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN)
  if (secret === '' || !(Math.abs(now.getTime() / 1000 - at) <= toleratedS)) return false
  const expected = createHmac('sha256', secret).update(`${at}.`).update(raw).digest()
  return parts.some(([name, value = '']) => {
    const given = Buffer.from(value, 'hex')
    return name === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)
  })
}
