import { streamPositionHeader } from '@wheelhouse/contract/events/live-changes.ts'
import { forgetWithSession } from './session-end.ts'

let position = ''
forgetWithSession(() => (position = ''))

/** The position of the stream of changes when the rights of the person were first requested; empty before. */
export const positionAtStart = (): string => position

export function notePosition(reply: Response): Response {
  position ||= reply.headers.get(streamPositionHeader) ?? ''
  return reply
}
