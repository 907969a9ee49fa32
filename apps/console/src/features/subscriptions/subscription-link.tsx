import { useCan } from '../../session/can.ts'
import { Link } from '../../ui/details/link.tsx'

/** Kept here, because an address brings the contract of its list along, which no first row needs. */
export const subscriptionPath = (id: string): string => `/subscriptions/${id}`

/** A subscription wherever one is named; the name alone where the reader may not open it. */
export function SubscriptionLink({ id, name }: { id: string; name: string }) {
  const may = useCan({ subscription: ['GET'] })
  return may ? <Link href={subscriptionPath(id)}>{name}</Link> : name
}
