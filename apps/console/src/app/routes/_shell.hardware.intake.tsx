import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { intakesAddress } from '../../features/intake/intake-address.ts'
import { IntakeScreen } from '../../features/intake/intake-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/intake')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: IntakeRoute,
})

function IntakeRoute() {
  const navigate = Route.useNavigate()
  return (
    <IntakeScreen
      search={intakesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
