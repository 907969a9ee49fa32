import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { allowlistPath, allowlistsAddress } from '../../features/allowlists/allowlist-address.ts'
import { AllowlistsScreen } from '../../features/allowlists/allowlists-screen.tsx'

export const Route = createFileRoute('/_shell/allowlists/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: AllowlistsRoute,
})

function AllowlistsRoute() {
  const navigate = Route.useNavigate()
  return (
    <AllowlistsScreen
      search={allowlistsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onCreated={(id) => void navigate({ to: allowlistPath(id) })}
    />
  )
}
