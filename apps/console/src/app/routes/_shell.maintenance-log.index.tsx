import { createFileRoute } from '@tanstack/react-router'
import { listLogEntryEvents } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { rawSearch } from '../raw-search.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { entriesAddress } from '../../features/maintenance-log/entry-address.ts'
import { MaintenanceLogScreen } from '../../features/maintenance-log/maintenance-log-screen.tsx'
import { useCanCall } from '../../session/can.ts'

export const Route = createFileRoute('/_shell/maintenance-log/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: MaintenanceLogRoute,
})

function MaintenanceLogRoute() {
  const navigate = Route.useNavigate()
  const hasEvents = useCanCall(listLogEntryEvents)
  return (
    <MaintenanceLogScreen
      search={entriesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      history={hasEvents ? (entry) => <ThingEvents route={listLogEntryEvents} params={{ ...entry }} /> : undefined}
    />
  )
}
