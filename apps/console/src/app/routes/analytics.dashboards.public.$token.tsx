import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { PublicDashboardPage } from '../../features/dashboards/public-dashboard.tsx'
import { leftOut } from '../../lists/address-values.ts'

/** Outside of the frame and of its guard: who opens a public link is not signed in. */
export const Route = createFileRoute('/analytics/dashboards/public/$token')({
  validateSearch: v.object({ days: leftOut(v.picklist(['7', '30', '90'])) }),
  component: PublicRoute,
})

function PublicRoute() {
  const navigate = Route.useNavigate()
  return (
    <PublicDashboardPage
      token={Route.useParams().token}
      days={Route.useSearch().days ?? '30'}
      onDays={(days) => void navigate({ search: { days: days === '30' ? undefined : days }, replace: true })}
    />
  )
}
