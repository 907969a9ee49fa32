import { createFileRoute } from '@tanstack/react-router'
import { hardwareAddress } from '../../features/hardware/hardware-search.ts'
import { UnassignedHardwareScreen } from '../../features/hardware/unassigned-hardware-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/unassigned')({
  validateSearch: hardwareAddress.parse,
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
