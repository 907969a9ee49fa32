import * as v from 'valibot'
import { inspectedTypes } from '@wheelhouse/contract/permissions/inspector.ts'
import { id, leftOut } from '../../lists/address-values.ts'

/** Who, on what, and which part of the answer: a link repeats the question. */
const InspectorSearch = v.object({
  person: leftOut(id),
  type: leftOut(v.picklist(inspectedTypes)),
  resource: leftOut(id),
  show: leftOut(v.picklist(['allowed', 'missing'])),
  q: leftOut(v.pipe(v.string(), v.maxLength(60))),
  /** The reverse: `device SETSTATUS`, who holds this right on the resource. */
  right: leftOut(v.pipe(v.string(), v.regex(/^[a-z_]+ [A-Za-z_:-]+$/))),
})
export type InspectorSearch = v.InferOutput<typeof InspectorSearch>

export const inspectorSearch = (search: Record<string, unknown>): InspectorSearch => v.parse(InspectorSearch, search)

export const inspectorPath = (search: { person?: string; type?: string; resource?: string }): string =>
  `/permissions/inspector?${new URLSearchParams(Object.entries(search)).toString()}`
