import { sendMessage as send, userMessages } from '@wheelhouse/contract/messages/messages.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { sendMessage } from './messages.ts'
import { messageList } from './queries.ts'

const messagesAMinute = 30

export function messageRoutes(on: On): void {
  serveList(on, userMessages, messageList)
  serve({ ...on, pace: paceOf(on, messagesAMinute) }, send, ({ params, body }, ctx) =>
    sendMessage(ctx, params.user_id, body),
  )
}
