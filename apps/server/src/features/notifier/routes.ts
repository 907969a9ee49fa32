import {
  createNotifierSubscription,
  deleteNotifierSubscription,
  getNotifierMessage,
  getNotifierSubscription,
  notifierMessages,
  notifierSubscriptions,
  replayNotifierMessage,
  rotateNotifierSecret,
  testNotifierSubscription,
  updateNotifierSubscription,
} from '@wheelhouse/contract/notifier/notifier.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { messageList, subscriptionIn, subscriptionList, visibleMessage } from './queries.ts'
import {
  createSubscription,
  deleteSubscription,
  replayMessage,
  rotateSecret,
  sendTest,
  updateSubscription,
} from './subscriptions.ts'

export function notifierRoutes(on: On): void {
  serveList(on, notifierSubscriptions, subscriptionList)
  serve(on, getNotifierSubscription, ({ params }, ctx) => subscriptionIn(ctx, params))
  serve(on, createNotifierSubscription, ({ params, body }, ctx) =>
    createSubscription(ctx, params.organization_id, body),
  )
  serve(on, updateNotifierSubscription, ({ params, body, version }, ctx) =>
    updateSubscription(ctx, params, body, version),
  )
  serve(
    on,
    deleteNotifierSubscription,
    async ({ params, version }, ctx) => void (await deleteSubscription(ctx, params, version)),
  )
  serve(on, rotateNotifierSecret, ({ params, version }, ctx) => rotateSecret(ctx, params, version))
  serveList(on, notifierMessages, messageList)
  serve(on, getNotifierMessage, ({ params }, ctx) => visibleMessage(ctx, params))
  serve(on, testNotifierSubscription, ({ params }, ctx) => sendTest(ctx, params))
  serve(on, replayNotifierMessage, ({ params }, ctx) => replayMessage(ctx, params))
}
