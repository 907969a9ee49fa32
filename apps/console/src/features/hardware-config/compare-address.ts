import * as v from 'valibot'
import { hardwareIdIn } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { id, leftOut } from '../../lists/address-values.ts'

/** What the left side is compared with: other hardware, a template, or an earlier reading of the same hardware. */
export const comparedWith = ['hardware', 'template', 'earlier'] as const
export type ComparedWith = (typeof comparedWith)[number]

const hardwareId = v.pipe(v.string(), v.transform(hardwareIdIn), v.string())

/** A value that is not understood is left out, so that an old link still opens the page. */
const CompareSearch = v.object({
  left: leftOut(hardwareId),
  with: leftOut(v.picklist(comparedWith)),
  /** Hardware on the right side. */
  right: leftOut(hardwareId),
  template: leftOut(id),
  /** The reading on the right side; the left one is the newest, or `left_at`. */
  right_at: leftOut(id),
  left_at: leftOut(id),
})
export type CompareSearch = v.InferOutput<typeof CompareSearch>

export const compareSearchOf = (raw: unknown): CompareSearch => v.parse(CompareSearch, raw)

export function comparePath(search: CompareSearch): string {
  const given = Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return `/hardware/compare?${new URLSearchParams(given).toString()}`
}
