import { createFileRoute } from '@tanstack/react-router'
import { getLocation } from '@wheelhouse/contract/locations.ts'
import { currentOutages } from '@wheelhouse/contract/outages.ts'
import { locationSearch } from '../../features/locations/location-search.ts'
import { readAhead } from '../../lib/ahead.ts'
import { fetchFailures } from '../../lib/failures.ts'
import { LocationPage } from '../LocationPage.tsx'

export const Route = createFileRoute('/_shell/locations/$id')({
  validateSearch: locationSearch,
  loader: ({ cause, params: { id: location_id } }) => {
    if (cause !== 'enter') return
    readAhead(getLocation, { params: { location_id } }, fetchFailures.location)
    readAhead(currentOutages, { params: { location_id } }, fetchFailures.outages)
  },
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
