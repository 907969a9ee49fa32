import { createFileRoute } from '@tanstack/react-router'
import { listLocationDevices } from '@wheelhouse/contract/devices/devices.ts'
import { getLocation } from '@wheelhouse/contract/locations/locations.ts'
import { listMaintenanceMessages } from '@wheelhouse/contract/maintenance-messages/maintenance-messages.ts'
import { currentOutages } from '@wheelhouse/contract/outages/outages.ts'
import { rawSearch } from '../raw-search.ts'
import { locationSearch } from '../../pages/location/location-search.ts'
import { prefetch } from '../../lists/prefetch.ts'
import { LocationPage } from '../../pages/location/location-page.tsx'
import { views, viewOf } from '../../pages/location/location-views.ts'

export const Route = createFileRoute('/_shell/locations/$id')({
  validateSearch: rawSearch,
  loader: ({ cause, params: { id: location_id }, location }) => {
    if (cause !== 'enter') return
    const params = { location_id }
    prefetch(getLocation, { params })
    prefetch(currentOutages, { params })
    prefetch(listMaintenanceMessages, { params })
    if (viewOf(location.search, views) === 'standard') prefetch(listLocationDevices, { params })
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
      onSearch={(search, options) => void navigate({ search, ...options })}
      onGone={() => void navigate({ to: '/locations' })}
    />
  )
}
