import * as z from 'zod'
import { inspectedTypes } from '@wheelhouse/contract/permissions/inspector.ts'

const leftOut = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined)

/** Who, on what, and which part of the answer: a link repeats the question. */
export const InspectorSearch = z.object({
  person: leftOut(z.uuid()),
  type: leftOut(z.enum(inspectedTypes)),
  resource: leftOut(z.uuid()),
  show: leftOut(z.enum(['allowed', 'missing'])),
  q: leftOut(z.string().max(60)),
  /** The reverse: `device SETSTATUS`, who holds this right on the resource. */
  right: leftOut(z.string().regex(/^[a-z_]+ [A-Za-z_:-]+$/)),
})
export type InspectorSearch = z.output<typeof InspectorSearch>

export const inspectorPath = (search: { person?: string; type?: string; resource?: string }): string =>
  `/permissions/inspector?${new URLSearchParams(Object.entries(search)).toString()}`
