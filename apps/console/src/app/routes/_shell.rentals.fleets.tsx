import { createFileRoute } from '@tanstack/react-router'
import { listFleetEvents } from '@wheelhouse/contract/fleets/fleets.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { fleetsAddress } from '../../features/fleets/fleet-search.ts'
import { FleetsScreen } from '../../features/fleets/fleets-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/rentals/fleets')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FleetsRoute,
})

function FleetsRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listFleetEvents)
  return (
    <FleetsScreen
      search={fleetsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={hasEvents ? (id) => <ThingEvents route={listFleetEvents} params={{ fleet_id: id }} /> : undefined}
    />
  )
}
