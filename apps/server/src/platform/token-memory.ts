import type { Bearer, VerifyToken } from './tokens.ts'

/** A key that its provider has taken back counts so much longer at most. */
const rememberedMs = 60_000
const rememberedAtMost = 10_000

/**
 * Spares the signature of a token that was verified just now: a console asks many times with the same one, and RSA takes
 * longer than the statement behind it. Only what was found good is kept; whether the person and the sign-in still stand
 * is asked of the database each time all the same.
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
