import type { Socket } from 'node:net'
import { catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode } from '@wheelhouse/contract/errors.ts'
import { errorBody } from './errors.ts'

const codes: Record<string, ErrorCode> = {
  HPE_HEADER_OVERFLOW: 'headers_too_long',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}
const reasons: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/** What never became a request (broken HTTP, headers without end, senders that dribble) is refused in the catalogue's form too, and the connection is closed. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (!socket.writable || error.code === 'ECONNRESET') return void socket.destroy()
  const code = codes[error.code ?? ''] ?? 'malformed_request'
  const [status] = catalogue[code]
  const body = JSON.stringify(errorBody(code))
  socket.end(
    `HTTP/1.1 ${status} ${reasons[status] ?? ''}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}
