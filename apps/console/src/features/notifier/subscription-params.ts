import type { NotifierSubscription } from '@wheelhouse/contract/notifier/notifier.ts'

/** What the addresses of its calls name. */
export const paramsOf = ({ organization_id, id }: NotifierSubscription) => ({
  organization_id,
  notifier_subscription_id: id,
})
