import { codeOf } from '@wheelhouse/db/thrown.ts'
import type { Context, Log, Middleware } from '../platform/identity-context.ts'
import { problemPage } from '../pages/problem-page.ts'
import { paths } from '../platform/paths.ts'
import { isUnavailable, Unavailable } from '../platform/unavailable.ts'

/** A form may redirect to the console only: browsers check the redirect against form-action too. */
export const securityHeaders = (issuer: string, consoleOrigin: string): Middleware => {
  const policy = [
    "default-src 'none'",
    // One small file, for passkeys.
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self'",
    `form-action 'self' ${consoleOrigin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
  return (ctx, next) => {
    ctx.set({
      'Content-Security-Policy': policy,
      'X-Content-Type-Options': 'nosniff',
      'X-Frame-Options': 'DENY',
      // With no-referrer a form would carry `Origin: null` and fail the origin check.
      'Referrer-Policy': 'same-origin',
      'Cross-Origin-Opener-Policy': 'same-origin',
      'Permissions-Policy': 'camera=(), microphone=(), geolocation=()',
    })
    if (issuer.startsWith('https:')) ctx.set('Strict-Transport-Security', 'max-age=31536000')
    return next()
  }
}

/** Logs a failure with its cause; people see one sentence and a way back. */
export const catchFailures =
  (log: Log, consoleOrigin: string): Middleware =>
  async (ctx, next) => {
    try {
      await next()
      if (ctx.state.isUnavailable) sendUnavailable(ctx, consoleOrigin)
    } catch (error) {
      if (isBrokenRequest(error)) return sendBroken(ctx)
      if (error instanceof Unavailable) log.info({ reason: error.message }, 'identity provider is busy')
      else log.error({ err: error }, 'identity provider failed')
      if (isUnavailable(error)) return sendUnavailable(ctx, consoleOrigin)
      ctx.status = 500
      if (ctx.accepts('json', 'html') === 'html') {
        ctx.type = 'html'
        ctx.body = problemPage({
          title: 'Something went wrong :(',
          text: 'The identity service could not process the request. Try again in a moment.',
          consoleOrigin,
        })
      } else
        ctx.body = { error: 'server_error', error_code: 'internal_error', error_message: 'Something went wrong :(' }
    }
  }

/** The caller's connection or its framing broke while its body was read: nothing failed here. */
const isBrokenRequest = (error: unknown): boolean =>
  /^(HPE_|ECONNRESET|ECONNABORTED|ERR_STREAM_PREMATURE_CLOSE)/.test(codeOf(error) ?? '')

function sendBroken(ctx: Context): void {
  ctx.status = 400
  ctx.body = { error: 'invalid_request', error_code: 'invalid_body', error_message: 'The request could not be read' }
}

const retryAfterS = 5

/** The database is unavailable or the service is overloaded: a passing condition that is not the caller's fault. */
function sendUnavailable(ctx: Context, consoleOrigin: string): void {
  ctx.status = 503
  ctx.set({ 'Retry-After': String(retryAfterS), 'Cache-Control': 'no-store' })
  // The console has to be able to read that it may keep its tokens.
  if (ctx.get('Origin') === consoleOrigin) ctx.set({ 'Access-Control-Allow-Origin': consoleOrigin, Vary: 'Origin' })
  const text = 'The identity service is temporarily unavailable. Try again in a moment.'
  if (ctx.accepts('json', 'html') === 'html') {
    ctx.type = 'html'
    ctx.body = problemPage({ title: 'Temporarily unavailable', text, consoleOrigin })
  } else {
    ctx.body = {
      error: 'temporarily_unavailable',
      error_description: text,
      error_code: 'unavailable',
      error_message: text,
    }
  }
}

/**
 * PostgreSQL cannot store zero characters and no valid request contains one. In forms they are refused where the value
 * is used.
 */
export const noZeroCharacters =
  (consoleOrigin: string): Middleware =>
  (ctx, next) => {
    if (!/%00|\0/.test(ctx.url)) return next()
    ctx.status = 400
    ctx.type = 'html'
    ctx.body = problemPage({
      title: 'This address is not valid',
      text: 'It contains characters that are not allowed. Start again from the console.',
      consoleOrigin,
    })
  }

const readByAnybody: string[] = [
  '/.well-known/openid-configuration',
  '/.well-known/oauth-authorization-server',
  paths.jwks,
]

/**
 * Discovery and keys are public; every other response, errors and preflights included, is readable for the console's
 * pages only.
 */
export const consoleOnly =
  (consoleOrigin: string): Middleware =>
  async (ctx, next) => {
    await next()
    const origin = ctx.get('Origin')
    if (!origin || origin === consoleOrigin || readByAnybody.includes(ctx.path)) return
    for (const name of ['Origin', 'Methods', 'Headers']) ctx.remove(`Access-Control-Allow-${name}`)
  }

const ownPaths = Object.values(paths).filter((path) => path !== paths.interaction)
const isOurs = (path: string): boolean =>
  ownPaths.some((one) => one === path) ||
  readByAnybody.includes(path) ||
  new RegExp(`^${paths.authorize}/[\\w-]+$`).test(path)

/** Only the paths that we serve on purpose reach the OpenID library. */
export const onlyOurs =
  (consoleOrigin: string): Middleware =>
  async (ctx, next) => {
    if (isOurs(ctx.path)) await next()
    if (ctx.status !== 404 || ctx.body) return
    if (ctx.accepts('json', 'html') === 'html') {
      ctx.type = 'html'
      ctx.body = problemPage({
        title: 'There is nothing here',
        text: 'This is the identity service, where people sign in. The console opens it when you sign in.',
        consoleOrigin,
      })
    } else ctx.body = { error_code: 'not_found', error_message: 'Not found' }
    ctx.status = 404
  }

/** Refuses a form from another site; a client that sends no origin is not a browser. */
export function isSameOrigin(ctx: Context): boolean {
  const site = ctx.get('Sec-Fetch-Site')
  if (site && site !== 'same-origin') return false
  const origin = ctx.get('Origin')
  return !origin || URL.parse(origin)?.host === ctx.get('Host')
}
