import { createFileRoute } from '@tanstack/react-router'
import { listPointEvents } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { PointsOfInterestScreen } from '../../features/points-of-interest/points-of-interest-screen.tsx'
import { pointsAddress } from '../../features/points-of-interest/point-search.ts'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/points-of-interest')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: PointsOfInterestRoute,
})

function PointsOfInterestRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listPointEvents)
  return (
    <PointsOfInterestScreen
      search={pointsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={hasEvents ? (id) => <ThingEvents route={listPointEvents} params={{ point_id: id }} /> : undefined}
    />
  )
}
