import type { Middleware } from '../platform/identity-context.ts'

/**
 * Makes every address and cookie the one of the issuer, whatever Host and X-Forwarded-Host say: otherwise a caller
 * could have discovery name another place for keys and tokens, which a cache before it would keep for everybody.
 */
export function publicAddress(issuer: string): Middleware {
  const { host, protocol } = new URL(issuer)
  return (ctx, next) => {
    Object.defineProperties(ctx.request, {
      host: { value: host },
      protocol: { value: protocol.slice(0, -1) },
    })
    return next()
  }
}
