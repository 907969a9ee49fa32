import { createFileRoute } from '@tanstack/react-router'
import { RentalSessionsScreen } from '../../features/rental-sessions/rental-sessions-screen.tsx'
import { endedRentalsAddress } from '../../features/rental-sessions/session-search.ts'
import { instantsIn } from '../../lists/periods.ts'
import { prefetchList } from '../../lists/prefetch.ts'
import { useUser } from '../../stores/user-store.ts'
import { todayIn } from '../../ui/form/date-ranges.ts'

export const Route = createFileRoute('/_shell/rental-sessions/history/')({
  validateSearch: endedRentalsAddress.parse,
  loader: ({ cause, location }) => {
    const search = endedRentalsAddress.parse(location.search)
    const { timezone } = useUser.getState().userPreferences
    if (cause === 'enter')
      prefetchList(endedRentalsAddress, search, {
        query: instantsIn(search, todayIn(timezone, Date.now()), timezone),
      })
  },
  component: History,
  staticData: { isForProduction: true },
})

function History() {
  const navigate = Route.useNavigate()
  return (
    <RentalSessionsScreen
      which="history"
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
