import { listChats } from '@wheelhouse/contract/chats/chats.ts'
import type { Chat } from '@wheelhouse/contract/chats/chats.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { openChats } from '../../platform/chat-providers.ts'
import type { Ctx } from '../../platform/context.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'

/** Each is a call to another company, which counts them. */
const readsAMinute = 60

export function chatRoutes(on: On): void {
  serve({ ...on, pace: paceOf(on, readsAMinute) }, listChats, ({ params }, ctx) => chatsOf(ctx, params.user_id))
}

async function chatsOf(ctx: Ctx, userId: string): Promise<{ is_connected: boolean; items: Chat[] }> {
  const provider = openChats(ctx.config)
  if (provider === null) return { is_connected: false, items: [] }
  try {
    return { is_connected: true, items: await provider.chatsOf(userId) }
  } catch (error) {
    ctx.log.warn({ err: error, correlation_id: ctx.correlation_id }, 'the chat provider failed')
    throw new AppError('chats_unavailable', {}, undefined, { cause: error })
  }
}
