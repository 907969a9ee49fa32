import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { RentalSessionsScreen } from '../../features/rental-sessions/rental-sessions-screen.tsx'
import { activeRentalsAddress } from '../../features/rental-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/rental-sessions/active')({
  validateSearch: rawSearch,
  component: Active,
  staticData: { isForProduction: true },
})

function Active() {
  const navigate = Route.useNavigate()
  return (
    <RentalSessionsScreen
      which="active"
      search={activeRentalsAddress.parse(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
