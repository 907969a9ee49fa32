import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { organizationsAddress } from '../../features/organizations/organization-address.ts'
import { OrganizationsScreen } from '../../features/organizations/organizations-screen.tsx'

export const Route = createFileRoute('/_shell/organizations/')({
  // Read by the screen, so that the list is not loaded with every other screen.
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: OrganizationsRoute,
})

function OrganizationsRoute() {
  const navigate = Route.useNavigate()
  return (
    <OrganizationsScreen
      search={organizationsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
