import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { DifferencesScreen } from '../../features/payments/differences-screen.tsx'
import { differencesAddress } from '../../features/payments/payment-search.ts'

export const Route = createFileRoute('/_shell/payments/differences')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: DifferencesRoute,
})

function DifferencesRoute() {
  const navigate = Route.useNavigate()
  return (
    <DifferencesScreen
      search={differencesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
