import { getSubscription } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { useCanCall } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'
import { subscriptionPath } from './subscription-address.ts'

/** A subscription wherever one is named; the name alone where the reader may not open it. */
export function SubscriptionLink({ id, name }: { id: string; name: string }) {
  const may = useCanCall(getSubscription)
  return may ? <Link href={subscriptionPath(id)}>{name}</Link> : name
}
