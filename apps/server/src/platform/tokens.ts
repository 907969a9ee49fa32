import { createLocalJWKSet, createRemoteJWKSet, errors, jwtVerify } from 'jose'
import type { JWTVerifyGetKey, JSONWebKeySet } from 'jose'

/** What an access token says about its bearer; everything else is the server's own row. */
export interface Bearer {
  sub: string
  /** The identity provider's grant; a revoked one is refused. Null where a provider does not tell it. */
  gid: string | null
}

export type VerifyToken = (token: string) => Promise<Bearer | null>

const audience = 'wheelhouse-api'
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

export const remoteTokens = (issuer: string): VerifyToken =>
  verifier(createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), { cooldownDuration: 5_000 }), issuer)

/** For tests that sign their own tokens. */
export const localTokens = (keys: JSONWebKeySet, issuer: string): VerifyToken => verifier(createLocalJWKSet(keys), issuer)

function verifier(keys: JWTVerifyGetKey, issuer: string): VerifyToken {
  return async (token) => {
    try {
      const { payload } = await jwtVerify(token, keys, { issuer, audience, clockTolerance: 5 })
      if (!payload.sub || !uuid.test(payload.sub)) return null
      return { sub: payload.sub, gid: typeof payload.gid === 'string' ? payload.gid : null }
    } catch (error) {
      // A bad token is the caller's; keys that cannot be fetched are ours.
      if (error instanceof errors.JOSEError && !(error instanceof errors.JWKSTimeout)) return null
      throw error
    }
  }
}
