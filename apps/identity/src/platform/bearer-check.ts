import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JWK, JWTPayload } from 'jose'
import type { IdentityContext } from './identity-context.ts'
import type { IdentityKeys } from './identity-keys.ts'

/** Returns the claims of an Authorization header if it carries one of our tokens for that audience, else undefined. */
export type BearerCheck = (header: string) => Promise<JWTPayload | undefined>

export function bearerCheck({ issuer, clock }: IdentityContext, keys: IdentityKeys, audience: string): BearerCheck {
  const keySet = createLocalJWKSet({ keys: [publicPart(keys.signing as JWK)] })
  return async (header) => {
    const [, token] = /^Bearer ([\w.-]+)$/i.exec(header) ?? []
    if (!token) return undefined
    const checks = { issuer, audience, typ: 'at+jwt', currentDate: clock.now() }
    return jwtVerify(token, keySet, checks).then(
      ({ payload }) => payload,
      () => undefined,
    )
  }
}

const publicPart = ({ kty, n, e, alg, kid, use }: JWK): JWK => ({ kty, n, e, alg, kid, use })
