import { createHmac } from 'node:crypto'
import { exportJWK, exportSPKI, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import { beforeAll, describe, expect, test } from 'vitest'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { localTokens, remoteTokens } from './tokens.ts'
import type { VerifyToken } from './tokens.ts'

const issuer = 'http://identity.test'
const rules = { issuer, internal_url: issuer, audience: 'wheelhouse-api', client_id: 'wheelhouse-console' }
const sub = '01900000-0000-7000-8000-000000000001'
let keys: { privateKey: CryptoKey; publicKey: CryptoKey }
let strangers: { privateKey: CryptoKey }
let verify: VerifyToken

beforeAll(async () => {
  keys = await generateKeyPair('RS256', { extractable: true })
  strangers = await generateKeyPair('RS256')
  verify = localTokens({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] }, rules)
})

const token = (claims: Record<string, unknown> = {}, key = keys.privateKey, exp: string | number | null = '1h') => {
  const jwt = new SignJWT({
    sub,
    iss: issuer,
    aud: 'wheelhouse-api',
    scope: 'console.user',
    gid: 'grant',
    ...claims,
  }).setProtectedHeader({
    alg: 'RS256',
    kid: 'one',
  })
  return (exp === null ? jwt : jwt.setExpirationTime(exp)).sign(key)
}
const text = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')
const claims = { sub, iss: issuer, aud: 'wheelhouse-api', exp: 4_000_000_000 }

describe('only a token that our provider issued for these services is valid', () => {
  test('a valid token is read', async () => {
    expect(await verify(await token())).toMatchObject({
      sub,
      gid: 'grant',
      scopes: ['console.user'],
      networks: null,
      expires_at: expect.any(Date),
    })
    expect(await verify(await token({ gid: undefined }))).toMatchObject({ sub, gid: null })
  })

  test.each([
    ['of another audience (an identity token)', () => token({ aud: 'wheelhouse-console' })],
    ['of another issuer', () => token({ iss: 'http://evil.test' })],
    ['expired', () => token({}, keys.privateKey, 1_000_000_000)],
    ['without an end', () => token({}, keys.privateKey, null)],
    ['signed by a stranger under our key id', () => token({}, strangers.privateKey)],
    ['of nobody', () => token({ sub: undefined })],
    ['without a signature', async () => `${text({ alg: 'none' })}.${text(claims)}.`],
    ['signed with the public key as a secret', () => withPublicKeyAsSecret()],
  ])('%s: refused', async (_name, made) => {
    expect(await verify(await made())).toBeNull()
  })
})

async function withPublicKeyAsSecret(): Promise<string> {
  const head = `${text({ alg: 'HS256', kid: 'one' })}.${text(claims)}`
  return `${head}.${createHmac('sha256', await exportSPKI(keys.publicKey))
    .update(head)
    .digest('base64url')}`
}

test('keys that cannot be fetched are not reported as an invalid token: a 401 would sign everybody out of the console', async () => {
  const unreachable = remoteTokens({ ...rules, internal_url: 'http://127.0.0.1:9' })
  const refusal = await unreachable(await token()).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(AppError)
  expect((refusal as AppError).code).toBe('unavailable')
})

test('a person whom the provider does not identify by a UUID is refused in one sentence', async () => {
  const refusal = await verify(await token({ sub: "x' or 1=1" })).catch((error: unknown) => error)
  expect(refusal).toMatchObject({ code: 'unauthorized', message: expect.stringContaining('other than a UUID') })
})

describe('a hosted provider without audiences', () => {
  const hosted = async () =>
    localTokens(
      { keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'RS256' }] },
      { ...rules, audience: null },
    )
  const own = {
    aud: undefined,
    gid: undefined,
    client_id: 'wheelhouse-console',
    origin_jti: 'session',
    token_use: 'access',
  }
  test('its client is checked, and its session is what can be revoked', async () => {
    expect(await (await hosted())(await token(own))).toMatchObject({ sub, gid: 'session' })
  })
  test.each([
    ['made for another application', { ...own, client_id: 'another' }],
    ['without a client', { ...own, client_id: undefined }],
    ['an identity token', { ...own, token_use: 'id' }],
  ])('%s: refused', async (_name, claimed) => {
    expect(await (await hosted())(await token(claimed))).toBeNull()
  })
})
