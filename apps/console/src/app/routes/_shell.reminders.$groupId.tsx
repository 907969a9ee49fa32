import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { groupSearch } from '../../features/reminders/reminder-addresses.ts'
import { ReminderGroupScreen } from '../../features/reminders/reminder-group-screen.tsx'

export const Route = createFileRoute('/_shell/reminders/$groupId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ReminderGroupRoute,
})

function ReminderGroupRoute() {
  const navigate = Route.useNavigate()
  const { groupId } = Route.useParams()
  return (
    <ReminderGroupScreen
      key={groupId}
      id={groupId}
      search={groupSearch({ ...Route.useSearch() })}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onGone={() => void navigate({ to: '/reminders' })}
    />
  )
}
