import type { Context } from '../platform/identity-context.ts'

/** Codes, statuses and messages of the accounts API. */
const refusals = {
  unauthorized: [401, 'A token of the services is needed'],
  forbidden: [403, 'This token is not for accounts'],
  not_found: [404, 'Not found'],
  method_not_allowed: [405, 'This address does not support that method'],
  invalid_body: [400, 'The body is not valid'],
  email_taken: [409, 'Another account has this email'],
  account_disabled: [409, 'This account is disabled'],
  no_second_factor: [409, 'This account has no second factor'],
  two_secrets: [409, 'Two secrets are valid already'],
  mail_refused: [422, 'The mail server does not accept mail for this address'],
  mail_unavailable: [503, 'The mail could not be sent; try again'],
} as const satisfies Record<string, readonly [number, string]>

export class Refusal extends Error {
  readonly code: keyof typeof refusals
  constructor(code: keyof typeof refusals, message: string = refusals[code][1]) {
    super(message)
    this.code = code
  }
}

export function sendRefusal(ctx: Context, { code, message }: Refusal): void {
  ctx.status = refusals[code][0]
  if (code === 'unauthorized') ctx.set('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (code === 'mail_unavailable') ctx.set('Retry-After', '30')
  ctx.body = { error_code: code, error_message: message }
}
