import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { compareSearchOf } from '../../features/hardware-config/compare-address.ts'
import { CompareScreen } from '../../features/hardware-config/compare-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/compare')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: CompareRoute,
})

function CompareRoute() {
  const navigate = Route.useNavigate()
  return (
    <CompareScreen
      search={compareSearchOf(Route.useSearch())}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
