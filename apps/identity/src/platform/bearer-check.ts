import { createLocalJWKSet, jwtVerify } from 'jose'
import type { JWTPayload } from 'jose'
import { publicKeyOf } from './identity-keys.ts'
import type { IdentityContext } from './identity-context.ts'
import type { IdentityKeys } from './identity-keys.ts'

/** Returns the claims of an Authorization header if it carries one of our tokens for that audience, else undefined. */
export type BearerCheck = (header: string) => Promise<JWTPayload | undefined>

export function bearerCheck({ issuer, clock }: IdentityContext, keys: IdentityKeys, audience: string): BearerCheck {
  const keySet = createLocalJWKSet({ keys: [publicKeyOf(keys)] })
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
