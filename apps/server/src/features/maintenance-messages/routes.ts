import {
  clearMaintenanceMessage,
  clearMaintenanceMessages,
  countMaintenanceMessages,
  listMaintenanceMessages,
  setMaintenanceMessage,
  setMaintenanceMessages,
} from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { clearMessage, clearMessages, setMessage, setMessages } from './maintenance-messages.ts'
import { countMessages, messagesOf } from './queries.ts'

export function maintenanceMessageRoutes(on: On): void {
  serve(on, listMaintenanceMessages, ({ params }, ctx) => messagesOf(ctx, params.location_id))
  serve(on, countMaintenanceMessages, ({ query }, ctx) => countMessages(ctx, query))
  serve(on, setMaintenanceMessage, ({ params, body }, ctx) => setMessage(ctx, params.location_id, body))
  serve(
    on,
    clearMaintenanceMessage,
    async ({ params }, ctx) => void (await clearMessage(ctx, params.location_id, params.message_id)),
  )
  serve(on, setMaintenanceMessages, ({ body: { target, ...message } }, ctx) => bulk(ctx, setMessages, target, message))
  serve(on, clearMaintenanceMessages, ({ body }, ctx) => bulk(ctx, clearMessages, body.target, undefined))
}
