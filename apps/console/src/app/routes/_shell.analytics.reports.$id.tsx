import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { listReportEvents } from '@wheelhouse/contract/reports/reports.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { ReportScreen } from '../../features/reports/report-screen.tsx'
import { asNumber, leftOut } from '../../lists/address-values.ts'

const ReportSearch = v.object({
  tab: leftOut(v.literal('events')),
  agreed: leftOut(v.pipe(asNumber, v.minValue(0), v.maxValue(100))),
})

export const Route = createFileRoute('/_shell/analytics/reports/$id')({
  validateSearch: ReportSearch,
  staticData: { isForProduction: true },
  component: ReportRoute,
})

function ReportRoute() {
  const { id } = Route.useParams()
  const { tab, agreed } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <ReportScreen
      key={id}
      id={id}
      tab={tab}
      agreed={agreed}
      onAgreed={(next) => void navigate({ search: (search) => ({ ...search, agreed: next }), replace: true })}
      history={<ThingEvents route={listReportEvents} params={{ report_id: id }} />}
    />
  )
}
