import { createFileRoute } from '@tanstack/react-router'
import { VehiclePage } from '../../pages/vehicle/vehicle-page.tsx'
import { vehicleSearch } from '../../pages/vehicle/vehicle-views.ts'

export const Route = createFileRoute('/_shell/rentals/$id')({
  validateSearch: vehicleSearch,
  component: Vehicle,
  staticData: { isForProduction: true },
})

function Vehicle() {
  return <VehiclePage id={Route.useParams().id} search={Route.useSearch()} />
}
