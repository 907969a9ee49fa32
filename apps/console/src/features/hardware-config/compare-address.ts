import * as z from 'zod'
import { HardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'

/** What the left side is compared with: other hardware, a template, or an earlier reading of the same hardware. */
export const comparedWith = ['hardware', 'template', 'earlier'] as const
export type ComparedWith = (typeof comparedWith)[number]

const maybe = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** A value that is not understood is left out, so that an old link still opens the page. */
const CompareSearch = z.object({
  left: maybe(HardwareId),
  with: maybe(z.enum(comparedWith)),
  /** Hardware on the right side. */
  right: maybe(HardwareId),
  template: maybe(z.uuid()),
  /** The reading on the right side; the left one is the newest, or `left_at`. */
  right_at: maybe(z.uuid()),
  left_at: maybe(z.uuid()),
})
export type CompareSearch = z.output<typeof CompareSearch>

export const compareSearchOf = (raw: unknown): CompareSearch => CompareSearch.parse(raw)

export function comparePath(search: CompareSearch): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/hardware/compare?${new URLSearchParams(given).toString()}`
}
