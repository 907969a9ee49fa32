import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { listSubscriptionEvents } from '@wheelhouse/contract/subscriptions/subscriptions.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { subscriptionSearch } from '../../features/subscriptions/subscription-address.ts'
import { SubscriptionScreen } from '../../features/subscriptions/subscription-screen.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const PaymentsBeside = lazyComponent(() =>
  import('../../pages/payments/payments-beside.tsx').then((module) => module.PaymentsBeside),
)

export const Route = createFileRoute('/_shell/subscriptions/$subscriptionId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: SubscriptionRoute,
})

function SubscriptionRoute() {
  const { subscriptionId: id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <SubscriptionScreen
      key={id}
      id={id}
      search={subscriptionSearch(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      payments={<PaymentsBeside of={{ subscription_id: id }} />}
      history={<ThingEvents route={listSubscriptionEvents} params={{ subscription_id: id }} />}
    />
  )
}
