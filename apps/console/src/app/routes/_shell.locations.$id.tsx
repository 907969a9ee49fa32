import { createFileRoute } from '@tanstack/react-router'
import { locationSearch } from '../../features/locations/location-search.ts'
import { LocationPage } from '../LocationPage.tsx'

export const Route = createFileRoute('/_shell/locations/$id')({
  validateSearch: locationSearch,
  staticData: { isForProduction: true },
  component: LocationRoute,
})

function LocationRoute() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <LocationPage
      key={id}
      id={id}
      search={locationSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
      onGone={() => void navigate({ to: '/locations' })}
    />
  )
}
