import { createFileRoute } from '@tanstack/react-router'
import { LocationsScreen } from '../../features/locations/LocationsScreen.tsx'
import { locationsSearch } from '../../features/locations/location-search.ts'

export const Route = createFileRoute('/_shell/locations/')({
  validateSearch: locationsSearch,
  staticData: { isForProduction: true },
  component: LocationsRoute,
})

function LocationsRoute() {
  const navigate = Route.useNavigate()
  return <LocationsScreen search={Route.useSearch()} onSearch={(search, options) => void navigate({ search, ...options })} />
}
