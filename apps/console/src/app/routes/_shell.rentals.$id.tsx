import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { VehiclePage } from '../../pages/vehicle/vehicle-page.tsx'
import { vehicleSearch } from '../../pages/vehicle/vehicle-views.ts'

export const Route = createFileRoute('/_shell/rentals/$id')({
  validateSearch: rawSearch,
  component: Vehicle,
  staticData: { isForProduction: true },
})

function Vehicle() {
  return <VehiclePage id={Route.useParams().id} search={vehicleSearch(Route.useSearch())} />
}
