import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { hardwareListAddress } from '../../pages/hardware/hardware-address.ts'
import { HardwareList } from '../../pages/hardware/hardware-list.tsx'

export const Route = createFileRoute('/_shell/hardware/list')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: HardwareListRoute,
})

function HardwareListRoute() {
  const navigate = Route.useNavigate()
  return (
    <HardwareList
      search={hardwareListAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
