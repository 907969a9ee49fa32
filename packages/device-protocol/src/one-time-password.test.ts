import { createHmac } from 'node:crypto'
import { expect, test } from 'vitest'
import { fromBase32, hotp, otpExpiry, otpStepAt, otpStepMs, otpStepOf, toBase32 } from './one-time-password.ts'

const hmacOf =
  (secret: Uint8Array, algorithm = 'sha1') =>
  (message: Uint8Array): Uint8Array =>
    createHmac(algorithm, secret).update(message).digest()

const secrets = {
  sha1: Buffer.from('12345678901234567890'),
  sha256: Buffer.from('12345678901234567890123456789012'),
  sha512: Buffer.from('1234567890123456789012345678901234567890123456789012345678901234'),
}

test('RFC 6238, appendix B: all vectors', () => {
  const vectors: [number, keyof typeof secrets, string][] = [
    [59, 'sha1', '94287082'],
    [59, 'sha256', '46119246'],
    [59, 'sha512', '90693936'],
    [1111111109, 'sha1', '07081804'],
    [1111111109, 'sha256', '68084774'],
    [1111111109, 'sha512', '25091201'],
    [1111111111, 'sha1', '14050471'],
    [1234567890, 'sha1', '89005924'],
    [2000000000, 'sha1', '69279037'],
    [20000000000, 'sha1', '65353130'],
    [20000000000, 'sha512', '47863826'],
  ]
  for (const [seconds, algorithm, password] of vectors)
    expect(hotp(hmacOf(secrets[algorithm], algorithm), Math.floor(seconds / 30), 8), `${seconds} ${algorithm}`).toBe(
      password,
    )
})

test('RFC 4226, appendix D: the first passwords of six digits', () => {
  const first = Array.from({ length: 10 }, (_, counter) => hotp(hmacOf(secrets.sha1), counter, 6))
  expect(first.join(' ')).toBe('755224 287082 359152 969429 338314 254676 287922 162583 399871 520489')
})

test('device protocol: a password is accepted for 24 steps of one hour', () => {
  const at = new Date('2026-11-22T10:30:00Z')
  const hmac = hmacOf(secrets.sha1)
  const step = otpStepAt(at)
  const password = hotp(hmac, step)
  const after = (steps: number) => new Date(at.getTime() + steps * otpStepMs)
  expect(otpStepOf(hmac, password, at)).toBe(step)
  expect(otpStepOf(hmac, password, after(23))).toBe(step)
  expect(otpStepOf(hmac, password, after(24))).toBeNull()
  expect(otpStepOf(hmac, password, after(-1))).toBeNull()
  expect(otpExpiry(step).toISOString()).toBe('2026-11-23T10:00:00.000Z')
})

test('RFC 4648: base32 there and back', () => {
  expect(toBase32(Buffer.from('foobar'))).toBe('MZXW6YTBOI')
  expect(Buffer.from(fromBase32(toBase32(secrets.sha1)))).toEqual(secrets.sha1)
})
