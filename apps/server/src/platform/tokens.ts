import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey, JSONWebKeySet } from 'jose'
import { AppError } from '@wheelhouse/contract/errors.ts'

/** What an access token says about its bearer; everything else is the server's own row. */
export interface Bearer {
  sub: string
  /** The identity provider's grant; a revoked one is refused. Null where a provider does not tell it. */
  gid: string | null
  expires_at: Date
  scopes: string[]
}

export type VerifyToken = (token: string) => Promise<Bearer | null>

const audience = 'wheelhouse-api'
/** A token that was narrowed to less is not for these services. */
export const apiScope = 'console.user'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const remoteTokens = (issuer: string): VerifyToken =>
  verifier(createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { cooldownDuration: 5_000 }), issuer)

/** For tests that sign their own tokens. */
export const localTokens = (keys: JSONWebKeySet, issuer: string): VerifyToken => verifier(createLocalJWKSet(keys), issuer)

function verifier(keys: JWTVerifyGetKey, issuer: string): VerifyToken {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, audience, clockTolerance: 5, requiredClaims: ['exp'] })
      if (!payload.sub || !uuid.test(payload.sub)) return null
      const scopes = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
      return {
        sub: payload.sub,
        gid: typeof payload.gid === 'string' ? payload.gid : null,
        expires_at: new Date(Number(payload.exp) * 1000),
        scopes,
      }
    } catch (error) {
      if (isOfToken(error)) return null
      throw new AppError('unavailable', {}, 'The keys of the identity provider cannot be read', { cause: error })
    }
  }
}

// A bad token is the caller's. Keys that cannot be fetched are ours: with a 401 every console would sign its people out.
const isOfToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError &&
  !(error instanceof errors.JWKSTimeout) &&
  !(error instanceof errors.JWKSInvalid) &&
  error.code !== 'ERR_JOSE_GENERIC'
