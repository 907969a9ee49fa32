import {
  addSubscriber as add,
  removeSubscriber,
  subscribers,
  unsubscribeSubscriber,
  userSubscriptions,
} from '@wheelhouse/contract/subscriptions/subscribers.ts'
import type { Subscriber } from '@wheelhouse/contract/subscriptions/subscribers.ts'
import {
  addSubscriptionTargets,
  removeSubscriptionTargets,
  subscriptionDevices,
  subscriptionLocations,
} from '@wheelhouse/contract/subscriptions/subscription-targets.ts'
import {
  createSubscription as create,
  getSubscription,
  listSubscriptionEvents,
  setSubscriptionStatus,
  subscriptions,
  updateSubscription as update,
} from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import type { Subscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import {
  subscriberList,
  subscriptionDeviceList,
  subscriptionList,
  subscriptionLocationList,
  userSubscriptionList,
} from './queries.ts'
import { addSubscriber, changeSubscriber } from './subscribers.ts'
import { createSubscription, setStatus, updateSubscription } from './subscriptions.ts'
import { addTargets, removeTargets } from './targets.ts'

const fee = (of: (row: Subscription) => number | null) => (row: Subscription) => amountCell(of(row), row.currency)

/** Each answer says whether a user with this phone number or email address exists. */
const addedAMinute = 30

export function subscriptionRoutes(on: On): void {
  serveList(on, subscriptions, subscriptionList, {
    cells: {
      day_fee: fee((row) => row.day_fee_minor),
      week_fee: fee((row) => row.week_fee_minor),
      month_fee: fee((row) => row.month_fee_minor),
    },
  })
  serve(on, getSubscription, ({ params }, ctx) => subscriptionList.get(ctx, params.subscription_id))
  serveEvents(on, listSubscriptionEvents)
  serve(on, create, ({ body }, ctx) => createSubscription(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateSubscription(ctx, params.subscription_id, body, version))
  serve(on, setSubscriptionStatus, ({ params, body, version }, ctx) =>
    setStatus(ctx, params.subscription_id, body.status, version),
  )
  serveList(on, subscriptionLocations, subscriptionLocationList)
  serveList(on, subscriptionDevices, subscriptionDeviceList)
  serve(on, addSubscriptionTargets, ({ params, body }, ctx) => addTargets(ctx, params.subscription_id, body))
  serve(on, removeSubscriptionTargets, ({ params, body }, ctx) => removeTargets(ctx, params.subscription_id, body.ids))
  subscriberRoutes(on)
}

function subscriberRoutes(on: On): void {
  const cells = { fee: (row: Pick<Subscriber, 'fee_minor' | 'currency'>) => amountCell(row.fee_minor, row.currency) }
  serveList(on, subscribers, subscriberList, { cells })
  serveList(on, userSubscriptions, userSubscriptionList, { cells })
  serve({ ...on, pace: paceOf(on, addedAMinute) }, add, ({ params, body }, ctx) =>
    addSubscriber(ctx, params.subscription_id, body),
  )
  serve(on, removeSubscriber, ({ params, version }, ctx) => changeSubscriber(ctx, params, 'remove', version))
  serve(on, unsubscribeSubscriber, ({ params, version }, ctx) => changeSubscriber(ctx, params, 'unsubscribe', version))
}
