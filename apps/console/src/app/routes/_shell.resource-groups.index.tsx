import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { resourceGroupsAddress } from '../../features/resource-groups/resource-group-address.ts'
import { ResourceGroupsScreen } from '../../features/resource-groups/resource-groups-screen.tsx'

export const Route = createFileRoute('/_shell/resource-groups/')({
  // Read by the screen, so that the list is not loaded with every other screen.
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ResourceGroupsRoute,
})

function ResourceGroupsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ResourceGroupsScreen
      search={resourceGroupsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
