import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { changeSetsAddress } from '../../features/change-sets/change-set-address.ts'
import { ChangeSetsScreen } from '../../features/change-sets/change-sets-screen.tsx'

export const Route = createFileRoute('/_shell/hardware/change-sets/')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ChangeSetsRoute,
})

function ChangeSetsRoute() {
  const navigate = Route.useNavigate()
  return (
    <ChangeSetsScreen
      search={changeSetsAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
