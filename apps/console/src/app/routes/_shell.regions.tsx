import { createFileRoute } from '@tanstack/react-router'
import { listRegionEvents } from '@wheelhouse/contract/regions/regions.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { regionsAddress, RegionsScreen } from '../../features/regions/regions-screen.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const OverstayRulesSection = lazyComponent(() =>
  import('../../features/overstays/overstay-rules-section.tsx').then((module) => module.OverstayRulesSection),
)

export const Route = createFileRoute('/_shell/regions')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: RegionsRoute,
})

function RegionsRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listRegionEvents)
  return (
    <RegionsScreen
      search={regionsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      rules={(id) => <OverstayRulesSection regionId={id} />}
      history={hasEvents ? (id) => <ThingEvents route={listRegionEvents} params={{ region_id: id }} /> : undefined}
    />
  )
}
