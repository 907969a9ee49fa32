import { createFileRoute } from '@tanstack/react-router'
import { listPaymentEvents } from '@wheelhouse/contract/payments/payments.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { paymentsAddress } from '../../features/payments/payment-search.ts'
import { PaymentsScreen } from '../../features/payments/payments-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/payments/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: PaymentsRoute,
})

function PaymentsRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listPaymentEvents)
  return (
    <PaymentsScreen
      search={paymentsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={hasEvents ? (id) => <ThingEvents route={listPaymentEvents} params={{ payment_id: id }} /> : undefined}
    />
  )
}
