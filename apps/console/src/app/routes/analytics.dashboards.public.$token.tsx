import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { PublicDashboardPage } from '../../features/dashboards/public-dashboard.tsx'

/** Outside of the frame and of its guard: who opens a public link is not signed in. */
export const Route = createFileRoute('/analytics/dashboards/public/$token')({
  validateSearch: z.object({ days: z.enum(['7', '30', '90']).optional().catch(undefined) }),
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
