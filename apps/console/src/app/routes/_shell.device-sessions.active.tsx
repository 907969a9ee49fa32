import { createFileRoute } from '@tanstack/react-router'
import { ParkingSessionsScreen } from '../../features/parking-sessions/parking-sessions-screen.tsx'
import { activeSessionsAddress } from '../../features/parking-sessions/session-search.ts'
import { instantsIn } from '../../lists/periods.ts'
import { rawSearch } from '../raw-search.ts'
import { prefetchList } from '../../lists/prefetch.ts'
import { useUser } from '../../stores/user-store.ts'
import { todayIn } from '../../ui/form/date-ranges.ts'

export const Route = createFileRoute('/_shell/device-sessions/active')({
  validateSearch: rawSearch,
  loader: ({ cause, location }) => {
    const search = activeSessionsAddress.parse(location.search)
    const { timezone } = useUser.getState().userPreferences
    if (cause === 'enter')
      prefetchList(activeSessionsAddress, search, {
        query: instantsIn(search, todayIn(timezone, Date.now()), timezone),
      })
  },
  component: Active,
  staticData: { isForProduction: true },
})

function Active() {
  const navigate = Route.useNavigate()
  return (
    <ParkingSessionsScreen
      which="active"
      search={activeSessionsAddress.parse(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
