import type { Context, IdentityContext, Middleware } from '../platform/identity-context.ts'
import { paths } from '../platform/paths.ts'
import { attemptOf } from '../accounts/sign-in-limit.ts'
import { sendProblem } from './form-page.ts'

/** An office shares one address; each sign-in needs one or two of these. */
const perMinute = 120
const addressesAtMost = 10_000

/** Each request to authorize without a session stores a row for an hour, so that one address gets a share of them. */
export function authorizeLimit(identity: IdentityContext): Middleware {
  let minute = 0
  const counts = new Map<string, number>()
  const isTooMany = (ctx: Context): boolean => {
    const now = Math.floor(identity.clock.now().getTime() / 60_000)
    if (now !== minute || counts.size > addressesAtMost) counts.clear()
    minute = now
    const { address } = attemptOf('', ctx.ip)
    const count = (counts.get(address) ?? 0) + 1
    counts.set(address, count)
    return count > perMinute
  }
  return (ctx, next) => {
    if (ctx.path !== paths.authorize || !isTooMany(ctx)) return next()
    ctx.set('Retry-After', '60')
    return sendProblem(
      identity,
      ctx,
      429,
      'Too many sign-ins',
      'Too many sign-ins were started from your network. Try again in a minute.',
    )
  }
}
