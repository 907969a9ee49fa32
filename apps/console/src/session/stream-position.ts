import { streamPositionHeader } from '@wheelhouse/contract/events/live-changes.ts'
import { forgetWithSession } from './session-end.ts'

let position = ''
forgetWithSession(() => (position = ''))

/** Where the stream of changes stood when the rights of the person were first asked for; empty before. */
export const positionAtStart = (): string => position

export function notePosition(reply: Response): Response {
  position ||= reply.headers.get(streamPositionHeader) ?? ''
  return reply
}
