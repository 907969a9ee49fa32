import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { subscriptionsAddress } from '../../features/subscriptions/subscription-address.ts'
import { subscriptionPath } from '../../features/subscriptions/subscription-link.tsx'
import { SubscriptionsScreen } from '../../features/subscriptions/subscriptions-screen.tsx'

export const Route = createFileRoute('/_shell/subscriptions/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: SubscriptionsRoute,
})

function SubscriptionsRoute() {
  const navigate = Route.useNavigate()
  return (
    <SubscriptionsScreen
      search={subscriptionsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onCreated={(id) => void navigate({ to: subscriptionPath(id) })}
    />
  )
}
