import { bodyBytes } from './body-bytes.ts'
import type { Context } from '../platform/identity-context.ts'

const bytesAtMost = 8_192

/** Returns the fields of a plain form; undefined when the body is not a form or is too long. */
export async function readForm(ctx: Context): Promise<URLSearchParams | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return undefined
  const bytes = await bodyBytes(ctx, bytesAtMost)
  return bytes && new URLSearchParams(bytes.toString('utf8'))
}
