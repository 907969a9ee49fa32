import type { AnyInput, InputOf, Route } from '@wheelhouse/contract/route.ts'
import { answerError, networkError } from '../http/api-error.ts'
import { addressOf } from '../http/http-client.ts'
import { config } from '../http/config.ts'
import { endSession } from '../session/session-end.ts'
import { session } from '../session/session.ts'
import { viewHeaders } from '../session/view-as.ts'

/** Asks for a file (a route with `file`) and hands it to the browser as a download. It is small: it is held whole. */
export async function downloadFile<R extends Route & { file: string }>(
  route: R,
  input: InputOf<R>,
  fileName: string,
): Promise<void> {
  const { params, query, body }: AnyInput = input
  const { accessToken } = await session.accessToken()
  const response = await fetch(config().api_url + addressOf(route.path, params, query), {
    method: route.method,
    headers: {
      accept: `${route.file}, application/json`,
      authorization: `Bearer ${accessToken}`,
      ...viewHeaders(route),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    body: body === undefined ? undefined : JSON.stringify(body),
  }).catch(() => {
    throw networkError()
  })
  if (response.status === 401) endSession()
  if (!response.ok) throw answerError(response.status, await response.json().catch(() => null))
  save(await response.blob(), fileName)
}

function save(blob: Blob, fileName: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = fileName
  link.click()
  // The download has begun by then; the address is needed no more.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
