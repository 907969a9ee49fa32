import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { remindersSearch } from '../../features/reminders/reminder-addresses.ts'
import { RemindersScreen } from '../../features/reminders/reminders-screen.tsx'

export const Route = createFileRoute('/_shell/reminders/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: RemindersRoute,
})

function RemindersRoute() {
  const navigate = Route.useNavigate()
  return (
    <RemindersScreen
      search={remindersSearch({ ...Route.useSearch() })}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
