import { createHash, createHmac } from 'node:crypto'
import { configHash } from '@wheelhouse/device-protocol/canonical-json.ts'
import type { ParameterValue } from '@wheelhouse/device-protocol/canonical-json.ts'
import { fromBase32 } from '@wheelhouse/device-protocol/one-time-password.ts'
import type { Hmac } from '@wheelhouse/device-protocol/one-time-password.ts'

export const hashOfConfig = (values: Readonly<Record<string, ParameterValue>>): string =>
  configHash(values, (text) => createHash('sha256').update(text).digest('hex'))

/** HMAC-SHA-1 under a secret in base32, as RFC 6238 uses it. */
export function hmacOf(secret: string): Hmac {
  const key = fromBase32(secret)
  return (message) => createHmac('sha1', key).update(message).digest()
}
