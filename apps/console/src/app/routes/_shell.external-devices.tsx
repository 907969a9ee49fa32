import { createFileRoute } from '@tanstack/react-router'
import { externalDevicesAddress } from '../../features/external-devices/external-devices-address.ts'
import { ExternalDevicesScreen } from '../../features/external-devices/external-devices-screen.tsx'
import { rawSearch } from '../raw-search.ts'

export const Route = createFileRoute('/_shell/external-devices')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ExternalDevicesRoute,
})

function ExternalDevicesRoute() {
  const navigate = Route.useNavigate()
  return (
    <ExternalDevicesScreen
      search={externalDevicesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
