import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { dashboardSearch } from '../../features/dashboards/dashboard-address.ts'
import { DashboardScreen } from '../../features/dashboards/dashboard-screen.tsx'

export const Route = createFileRoute('/_shell/analytics/dashboards/$id')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: DashboardRoute,
})

function DashboardRoute() {
  const navigate = Route.useNavigate()
  return (
    <DashboardScreen
      id={Route.useParams().id}
      search={dashboardSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
      onDeleted={() => void navigate({ to: '/analytics/dashboards' })}
    />
  )
}
