import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { dashboardPath, dashboardsAddress } from '../../features/dashboards/dashboard-address.ts'
import { DashboardsScreen } from '../../features/dashboards/dashboards-screen.tsx'

export const Route = createFileRoute('/_shell/analytics/dashboards/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: DashboardsRoute,
})

function DashboardsRoute() {
  const navigate = Route.useNavigate()
  return (
    <DashboardsScreen
      search={dashboardsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onCreated={(id) => void navigate({ href: dashboardPath(id) })}
    />
  )
}
