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
  const cache = new Map<string, { bearer: Bearer; until: number }>()
  return async (token) => {
    const entry = cache.get(token)
    if (entry && entry.until > now()) return entry.bearer
    cache.delete(token)
    const bearer = await verify(token)
    if (!bearer) return null
    if (cache.size >= rememberedAtMost) cache.clear()
    cache.set(token, { bearer, until: Math.min(now() + rememberedMs, bearer.expires_at.getTime()) })
    return bearer
  }
}
