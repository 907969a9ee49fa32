import { createFileRoute } from '@tanstack/react-router'
import { ConsoleUsersScreen } from '../../features/console-users/console-users-screen.tsx'
import { consoleUsersAddress } from '../../features/console-users/console-user-search.ts'

export const Route = createFileRoute('/_shell/users/console')({
  validateSearch: consoleUsersAddress.parse,
  staticData: { isForProduction: true },
  component: ConsoleUsersRoute,
})

function ConsoleUsersRoute() {
  const navigate = Route.useNavigate()
  return (
    <ConsoleUsersScreen
      search={consoleUsersAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
