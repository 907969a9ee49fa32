import { createFileRoute } from '@tanstack/react-router'
import { listActiveParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { ParkingSessionsScreen } from '../../features/parking-sessions/parking-sessions-screen.tsx'
import { filterOf, sessionsSearch } from '../../features/parking-sessions/session-search.ts'
import { prefetchList } from '../../lists/prefetch.ts'
import { useUser } from '../../stores/user-store.ts'
import { todayIn } from '../../ui/form/date-ranges.ts'

export const Route = createFileRoute('/_shell/device-sessions/active')({
  validateSearch: sessionsSearch,
  loader: ({ cause, location }) => {
    const search = sessionsSearch(location.search)
    const { timezone } = useUser.getState().userPreferences
    if (cause === 'enter')
      prefetchList(listActiveParkingSessions, filterOf(search, todayIn(timezone, Date.now()), timezone), search)
  },
  component: Active,
  staticData: { isForProduction: true },
})

function Active() {
  const navigate = Route.useNavigate()
  return (
    <ParkingSessionsScreen
      which="active"
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
