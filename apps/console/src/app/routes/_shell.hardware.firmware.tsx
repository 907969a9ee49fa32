import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { firmwareAddress } from '../../features/firmware/firmware-address.ts'
import { FirmwareScreen } from '../../features/firmware/firmware-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/firmware')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FirmwareScreenRoute,
})

function FirmwareScreenRoute() {
  const navigate = Route.useNavigate()
  return (
    <FirmwareScreen
      search={firmwareAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
