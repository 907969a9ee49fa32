import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { hardwareAddress } from '../../features/hardware/hardware-search.ts'
import { UnassignedHardwareScreen } from '../../features/hardware/unassigned-hardware-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/unassigned')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: UnassignedHardwareRoute,
})

function UnassignedHardwareRoute() {
  const navigate = Route.useNavigate()
  return (
    <UnassignedHardwareScreen
      search={hardwareAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
