import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { areaPath, areasAddress } from '../../features/public-areas/area-address.ts'
import { PublicAreasScreen } from '../../features/public-areas/public-areas-screen.tsx'

export const Route = createFileRoute('/_shell/public-areas/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: PublicAreasRoute,
})

function PublicAreasRoute() {
  const navigate = Route.useNavigate()
  return (
    <PublicAreasScreen
      search={areasAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onCreated={(id) => void navigate({ to: areaPath(id) })}
    />
  )
}
