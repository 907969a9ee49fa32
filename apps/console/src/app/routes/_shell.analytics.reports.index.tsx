import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { reportPath, reportsAddress } from '../../features/reports/report-address.ts'
import { ReportsScreen } from '../../features/reports/reports-screen.tsx'

export const Route = createFileRoute('/_shell/analytics/reports/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ReportsRoute,
})

function ReportsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ReportsScreen
      search={reportsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onCreated={(id) => void navigate({ to: reportPath(id) })}
    />
  )
}
