import { createFileRoute } from '@tanstack/react-router'
import { commandsAddress, CommandsScreen } from '../../features/commands/commands-screen.tsx'
import { rawSearch } from '../raw-search.ts'

export const Route = createFileRoute('/_shell/commands')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: CommandsRoute,
})

function CommandsRoute() {
  const navigate = Route.useNavigate()
  return (
    <CommandsScreen
      search={commandsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
