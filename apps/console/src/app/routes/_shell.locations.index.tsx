import { createFileRoute } from '@tanstack/react-router'
import { LocationsScreen } from '../../features/locations/LocationsScreen.tsx'
import { locationsSearch } from '../../features/locations/location-search.ts'

export const Route = createFileRoute('/_shell/locations/')({
  validateSearch: locationsSearch,
  staticData: { isForProduction: true },
  component: LocationsRoute,
})

/** Parsed once more: the router hands on what the route does not know, and the API refuses it. */
function LocationsRoute() {
  const navigate = Route.useNavigate()
  return (
    <LocationsScreen search={locationsSearch(Route.useSearch())} onSearch={(search, options) => void navigate({ search, ...options })} />
  )
}
