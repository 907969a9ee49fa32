import type { Context } from '../platform/identity-context.ts'

/** The whole body; undefined as soon as it is longer than that. */
export async function bodyBytes({ req }: Context, atMost: number): Promise<Buffer | undefined> {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of req) {
    const bytes = Buffer.from(chunk)
    length += bytes.length
    if (length > atMost) return undefined
    chunks.push(bytes)
  }
  return Buffer.concat(chunks)
}
