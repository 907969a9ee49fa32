import { bodyBytes } from '../http/body-bytes.ts'
import { isMailAddress } from '@wheelhouse/mail/mail-settings.ts'
import { isAccountId } from '../accounts/accounts.ts'
import type { Context } from '../platform/identity-context.ts'
import { Refusal } from './api-answer.ts'

export interface AccountFields {
  email: string
  name: string
  organization_id: string | null
}

const bytesAtMost = 8_192
const nameAtMost = 200

const checks: { [K in keyof AccountFields]: (value: unknown) => value is AccountFields[K] } = {
  email: (value): value is string => typeof value === 'string' && isMailAddress(value),
  name: (value): value is string => typeof value === 'string' && value.length <= nameAtMost && !/\p{Cc}/u.test(value),
  organization_id: (value): value is string | null =>
    value === null || (typeof value === 'string' && isAccountId(value)),
}

const isField = (name: string): name is keyof AccountFields => Object.hasOwn(checks, name)

/** Returns the given fields; unknown fields and invalid values are refused. */
export async function readFields(ctx: Context): Promise<Partial<AccountFields>> {
  const fields = await readObject(ctx)
  for (const [name, value] of Object.entries(fields)) {
    if (!isField(name)) throw new Refusal('invalid_body', `${name.slice(0, 40)}: there is no such field`)
    if (!checks[name](value)) throw new Refusal('invalid_body', `${name}: the value is not valid`)
  }
  return fields
}

export async function readAccount(ctx: Context): Promise<AccountFields> {
  const { email, name, organization_id } = await readFields(ctx)
  if (email === undefined) throw new Refusal('invalid_body', 'email: it is missing')
  return { email, name: name ?? '', organization_id: organization_id ?? null }
}

/** Refuses what is not a JSON object of a few kilobytes. */
export async function readObject(ctx: Context): Promise<Record<string, unknown>> {
  if (!ctx.is('application/json')) throw new Refusal('invalid_body', 'The body must be application/json')
  const bytes = await bodyBytes(ctx, bytesAtMost)
  if (!bytes) throw new Refusal('invalid_body', `The body may have ${bytesAtMost} bytes at most`)
  const parsed = parse(bytes.toString('utf8'))
  if (typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed)) return { ...parsed }
  throw new Refusal('invalid_body', 'The body is not a JSON object')
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
