import { createFileRoute } from '@tanstack/react-router'
import { listWorkPlanEvents } from '@wheelhouse/contract/work-plans/work-plans.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { plansAddress } from '../../features/work-plans/work-plan-address.ts'
import { WorkPlansScreen } from '../../features/work-plans/work-plans-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/maintenance-log/planned-work')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: PlannedWorkRoute,
})

function PlannedWorkRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listWorkPlanEvents)
  return (
    <WorkPlansScreen
      search={plansAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={hasEvents ? (plan) => <ThingEvents route={listWorkPlanEvents} params={{ ...plan }} /> : undefined}
    />
  )
}
