import type { Middleware } from './identity-context.ts'

export const demonstrationPassword = 'demo'

export const demonstrationAccounts = [
  { email: 'superadmin@demo.test', role: 'Superadmin' },
  { email: 'support@demo.test', role: 'Support' },
  { email: 'technician@demo.test', role: 'Technician' },
  { email: 'owner@demo.test', role: 'Owner' },
  { email: 'viewer@demo.test', role: 'Viewer' },
] as const

export const isDemonstrationAccount = (email: string): boolean =>
  demonstrationAccounts.some((one) => one.email === email.toLowerCase())

/** Headers that proxies, tunnels and content networks add to the requests that they forward. */
const forwarding =
  /^(via|forwarded(-.+)?|cdn-loop|true-client-ip|front-end-https|(x-forwarded|x-original|x-real|x-client|x-cluster|x-proxy\w*|x-host|x-url|x-envoy|x-arr|x-amzn?|x-azure|x-appengine|x-vercel|cf|fastly|fly|ngrok)(-.+)?)$/
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Everybody knows its passwords, so it serves this machine only: not through a proxy and not under another name. */
export const refuseFromElsewhere: Middleware = (ctx, next) => {
  const isForwarded = Object.keys(ctx.headers).some((name) => forwarding.test(name))
  const hosts = ctx.req.rawHeaders.filter((name, index) => index % 2 === 0 && name.toLowerCase() === 'host').length
  // A request to a proxy carries a whole URL instead of a path.
  if (!isForwarded && hosts === 1 && ctx.req.url?.startsWith('/') && localHost.test(ctx.headers.host ?? ''))
    return next()
  ctx.status = 403
  ctx.body = { error_code: 'demonstration_only_local', error_message: 'The demonstration answers on this machine only' }
}
