import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTPayload, JWTVerifyGetKey, JSONWebKeySet } from 'jose'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { IdentityConfig } from './config.ts'

/** What an access token says about its bearer; everything else comes from the server's own row. */
export interface Bearer {
  sub: string
  /** The identity provider's grant; a revoked one is refused. Null where a provider does not name it. */
  gid: string | null
  expires_at: Date
  scopes: string[]
  /** When the person last proved who they are; null where a provider does not say it. */
  signed_in_at: Date | null
  /** A script with a secret: it has no sign-in that could be repeated. */
  isService: boolean
  /** Where a service account may call from; null: from everywhere. */
  networks: readonly string[] | null
}

export type VerifyToken = (token: string) => Promise<Bearer | null>

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export type TokenRules = Pick<IdentityConfig, 'issuer' | 'audience' | 'client_id' | 'internal_url'>

export const remoteTokens = (rules: TokenRules): VerifyToken =>
  verifier(
    createRemoteJWKSet(new URL(`${rules.internal_url}/.well-known/jwks.json`), { cooldownDuration: 5_000 }),
    rules,
  )

/** For tests that sign tokens themselves. */
export const localTokens = (keys: JSONWebKeySet, rules: TokenRules): VerifyToken =>
  verifier(createLocalJWKSet(keys), rules)

function verifier(keys: JWTVerifyGetKey, { issuer, audience, client_id }: TokenRules): VerifyToken {
  const named = audience === null ? { issuer } : { issuer, audience }
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { ...named, clockTolerance: 5, requiredClaims: ['exp'] })
      // A provider without audiences names the client, so a token for another application is refused by its client.
      if (audience === null && (payload.client_id !== client_id || payload.token_use === 'id')) return null
      return bearerOf(payload)
    } catch (error) {
      if (error instanceof AppError) throw error
      if (isOfToken(error)) return null
      throw new AppError('unavailable', {}, 'The keys of the identity provider cannot be read', { cause: error })
    }
  }
}

function bearerOf(payload: JWTPayload): Bearer | null {
  if (!payload.sub) return null
  if (!uuid.test(payload.sub))
    throw new AppError(
      'unauthorized',
      {},
      'The identity provider identifies this person by something other than a UUID, which matches no console user',
    )
  const session = payload.gid ?? payload.origin_jti
  return {
    sub: payload.sub,
    gid: typeof session === 'string' ? session : null,
    expires_at: new Date(Number(payload.exp) * 1000),
    scopes: typeof payload.scope === 'string' ? payload.scope.split(' ') : [],
    signed_in_at: typeof payload.auth_time === 'number' ? new Date(payload.auth_time * 1000) : null,
    isService: payload.client_id === payload.sub,
    networks: networksIn(payload),
  }
}

function networksIn({ networks }: JWTPayload): string[] | null {
  const given = Array.isArray(networks) ? networks.filter((one) => typeof one === 'string') : []
  return given.length > 0 ? given : null
}

// An invalid token is the caller's fault. Keys that cannot be fetched are not: a 401 would sign everybody out of the
// console.
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'
