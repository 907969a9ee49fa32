import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { listReportEvents } from '@wheelhouse/contract/reports/reports.ts'
import { ReportScreen } from '../../features/reports/report-screen.tsx'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const ThingEvents = lazyComponent(() =>
  import('../../features/events/thing-events.tsx').then((module) => module.ThingEvents),
)
const ReportSearch = z.object({ tab: z.literal('events').optional().catch(undefined) })

export const Route = createFileRoute('/_shell/analytics/reports/$id')({
  validateSearch: ReportSearch,
  staticData: { isForProduction: true },
  component: ReportRoute,
})

function ReportRoute() {
  const { id } = Route.useParams()
  return (
    <ReportScreen
      key={id}
      id={id}
      tab={Route.useSearch().tab}
      history={<ThingEvents route={listReportEvents} params={{ report_id: id }} />}
    />
  )
}
