import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { RentalSessionsScreen } from '../../features/rental-sessions/rental-sessions-screen.tsx'
import { endedRentalsAddress } from '../../features/rental-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/rental-sessions/history/')({
  validateSearch: rawSearch,
  component: History,
  staticData: { isForProduction: true },
})

function History() {
  const navigate = Route.useNavigate()
  return (
    <RentalSessionsScreen
      which="history"
      search={endedRentalsAddress.parse(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
