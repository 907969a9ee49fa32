import { createFileRoute } from '@tanstack/react-router'
import { getLogEntry } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { rawSearch } from '../raw-search.ts'
import { overstaysAddress } from '../../features/overstays/overstay-address.ts'
import { OverstaysScreen } from '../../features/overstays/overstays-screen.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const RemovalPhotos = lazyComponent(() =>
  import('../../pages/overstays/removal-photos.tsx').then((module) => module.RemovalPhotos),
)

export const Route = createFileRoute('/_shell/overstays')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: OverstaysRoute,
})

function OverstaysRoute() {
  const navigate = Route.useNavigate()
  const seesOrders = useCanCall(getLogEntry)
  return (
    <OverstaysScreen
      search={overstaysAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      {...(seesOrders ? { photos: (order) => <RemovalPhotos {...order} /> } : {})}
    />
  )
}
