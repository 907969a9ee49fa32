import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { normalizedHardwareId } from '@wheelhouse/contract/hardware/hardware-ids.ts'
import { rawSearch } from '../raw-search.ts'
import { leftOut } from '../../lists/address-values.ts'
import { hardwareViews, heartbeatPeriods } from '../../pages/hardware/hardware-address.ts'
import { HardwarePage } from '../../pages/hardware/hardware-page.tsx'

const Search = v.object({
  view: leftOut(v.picklist(hardwareViews)),
  heartbeat_period: leftOut(v.picklist(heartbeatPeriods)),
})

export const Route = createFileRoute('/_shell/hardware/$hardwareId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: HardwareRoute,
})

function HardwareRoute() {
  const id = normalizedHardwareId(Route.useParams().hardwareId)
  const navigate = Route.useNavigate()
  const { view = 'overview', heartbeat_period } = v.parse(Search, Route.useSearch())
  return (
    <HardwarePage
      key={id}
      id={id}
      view={view}
      period={heartbeat_period}
      onPeriod={(period) => void navigate({ search: { view, heartbeat_period: period } })}
    />
  )
}
