import type { Bearer, VerifyToken } from './tokens.ts'

/** A key that its provider revoked is accepted for this much longer at most. */
const rememberedMs = 60_000
const rememberedAtMost = 10_000

/**
 * Saves verifying the signature of a token again: a console sends many requests with one token, and RSA takes longer
 * than the statement that follows. Only valid tokens are remembered, and the database is still asked each time whether
 * the person and the sign-in are valid.
 */
export function remembering(verify: VerifyToken, now: () => number = Date.now): VerifyToken {
  const known = new Map<string, { bearer: Bearer; until: number }>()
  return async (token) => {
    const found = known.get(token)
    if (found && found.until > now()) return found.bearer
    known.delete(token)
    const bearer = await verify(token)
    if (!bearer) return null
    if (known.size >= rememberedAtMost) known.clear()
    known.set(token, { bearer, until: Math.min(now() + rememberedMs, bearer.expires_at.getTime()) })
    return bearer
  }
}
