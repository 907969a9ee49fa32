import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionsScreen } from '../../features/parking-sessions/ParkingSessionsScreen.tsx'
import { sessionsSearch } from '../../features/parking-sessions/session-search.ts'

export const Route = createFileRoute('/_shell/device-sessions/active')({
  validateSearch: sessionsSearch,
  component: Active,
  staticData: { isForProduction: true },
})

function Active() {
  const navigate = Route.useNavigate()
  return <ParkingSessionsScreen which="active" search={Route.useSearch()} onSearch={(search) => void navigate({ search, replace: true })} />
}
