import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionsScreen } from '../../features/parking-sessions/ParkingSessionsScreen.tsx'
import { sessionsSearch } from '../../features/parking-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/device-sessions/history/')({
  validateSearch: sessionsSearch,
  component: History,
  staticData: { isForProduction: true },
})

function History() {
  const navigate = Route.useNavigate()
  return (
    <ParkingSessionsScreen which="history" search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
  )
}
