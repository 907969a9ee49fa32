import { isPublic } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { viewAsHeader, viewLastsMinutes } from '@wheelhouse/contract/view-as/view-as.ts'

/** What is open to a view: reading, and neither the caller's own rows nor a file (`guestIn` in serve.ts). */
export const takesView = ({ method, isOwn, csv, file, access }: Route): boolean =>
  method === 'GET' && !isOwn && !csv && !file && !isPublic(access)

const mark = 'x-takes-view'
/** Goes with the operation until the whole document is there, and is replaced by the parameter then. */
export const viewMark = (route: Route): object => (takesView(route) ? { [mark]: true } : {})

interface Marked {
  [mark]?: boolean
  parameters?: object[]
}

/** Refers to the header from each operation that takes it. */
export function referToView(operation: Marked): void {
  if (!operation[mark]) return
  delete operation[mark]
  operation.parameters = [...(operation.parameters ?? []), { $ref: '#/components/parameters/ViewAs' }]
}

const refusal = (code: ErrorCode): string => {
  const { status, message } = new AppError(code)
  return `${status} \`${code}\` (${message})`
}

export const viewParameters = {
  ViewAs: {
    name: viewAsHeader,
    in: 'header',
    required: false,
    schema: { type: 'string', format: 'uuid' },
    description:
      'The id of a view that the caller began by `POST /permission/v1/views`: the answer is that of the other person, or of the role. ' +
      `A view lasts ${viewLastsMinutes} minutes, only reads, and belongs to the sign-in that began it. ` +
      `Refused are an id that is no UUID: ${refusal('invalid_header')}; ` +
      `a view that ended, is not the caller's, or is of someone who holds more than the caller by now: ${refusal('view_over')}; ` +
      `and, where the header is sent with a write or an export: ${refusal('view_is_read_only')}.`,
  },
}
