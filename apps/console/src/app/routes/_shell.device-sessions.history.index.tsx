import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionsScreen } from '../../features/parking-sessions/parking-sessions-screen.tsx'
import { sessionsAddress } from '../../features/parking-sessions/session-search.ts'
import { instantsIn } from '../../lists/periods.ts'
import { rawSearch } from '../raw-search.ts'
import { prefetchList } from '../../lists/prefetch.ts'
import { useUser } from '../../stores/user-store.ts'
import { todayIn } from '../../ui/form/date-ranges.ts'

export const Route = createFileRoute('/_shell/device-sessions/history/')({
  validateSearch: rawSearch,
  loader: ({ cause, location }) => {
    const search = sessionsAddress.parse(location.search)
    const { timezone } = useUser.getState().userPreferences
    if (cause === 'enter')
      prefetchList(sessionsAddress, search, {
        query: instantsIn(search, todayIn(timezone, Date.now()), timezone),
      })
  },
  component: History,
  staticData: { isForProduction: true },
})

function History() {
  const navigate = Route.useNavigate()
  return (
    <ParkingSessionsScreen
      which="history"
      search={sessionsAddress.parse(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
