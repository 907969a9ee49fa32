import type { Middleware } from './identity-context.ts'

export const demonstrationPassword = 'demo'

export const demonstrationAccounts = [
  { email: 'superadmin@demo.test', role: 'Superadmin' },
  { email: 'support@demo.test', role: 'Support' },
  { email: 'technician@demo.test', role: 'Technician' },
  { email: 'owner@demo.test', role: 'Owner' },
  { email: 'viewer@demo.test', role: 'Viewer' },
] as const

const forwarding = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']
const localHost = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/i

/** Its passwords are known to everybody, so it answers on its own machine only: not through a proxy, not under another name. */
export const refuseFromElsewhere: Middleware = (ctx, next) => {
  const isForwarded = Object.keys(ctx.headers).some((name) => forwarding.includes(name) || name.startsWith('x-forwarded-'))
  if (!isForwarded && localHost.test(ctx.headers.host ?? '')) return next()
  ctx.status = 403
  ctx.body = { error_code: 'demonstration_only_local', error_message: 'The demonstration answers on this machine only' }
}
