import type { Context } from '../platform/identity-context.ts'

const bytesAtMost = 8_192

/** Returns the fields of a plain form; undefined when the body is not a form or is too long. */
export async function readForm(ctx: Context): Promise<URLSearchParams | undefined> {
  if (!ctx.is('application/x-www-form-urlencoded')) return undefined
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of ctx.req as AsyncIterable<Buffer>) {
    length += chunk.length
    if (length > bytesAtMost) return undefined
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}
