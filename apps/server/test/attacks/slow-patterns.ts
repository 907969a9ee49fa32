import type * as z from 'zod'

/** Repeated, these make a pattern try again and again from each place; the beginnings lead into the patterns of addresses, numbers and colours. */
const repeated = ['a', '0', ' ', '-', '.', '/', '@', '\\', '<', 'a.', 'a-', '0,', 'a ', '\u0301']
const beginnings = ['', 'https://', 'a@', '+']
/** Refused by what only ends here. */
const ending = '\u0000!'

export const attackTexts = (length: number): string[] =>
  beginnings.flatMap((beginning) =>
    repeated.map((part) => beginning + part.repeat(Math.ceil(length / part.length)) + ending),
  )

const msOf = (schema: z.ZodType, text: string): number => {
  const began = performance.now()
  schema.safeParse(text)
  return performance.now() - began
}
const leastMsOf = (schema: z.ZodType, text: string): number =>
  Math.min(msOf(schema, text), msOf(schema, text), msOf(schema, text))

/** Ten times the text takes ten times as long, and a hundred times as long where the work grows with its square. */
const growthAtMost = 30
/** A shorter time says nothing about growth. */
const leastMs = 1

/** The first text of ten times the length for which the schema takes more than its share of time; null when there is none. */
export function slowTextOf(schema: z.ZodType, length: number, texts = [attackTexts(length), attackTexts(10 * length)]) {
  const [short = [], long = []] = texts
  for (const [at, text] of long.entries()) {
    if (msOf(schema, text) < growthAtMost * leastMs) continue
    const ms = { short: leastMsOf(schema, short[at] ?? ''), long: leastMsOf(schema, text) }
    if (ms.long > growthAtMost * Math.max(ms.short, leastMs)) return text.slice(0, 20)
  }
  return null
}
