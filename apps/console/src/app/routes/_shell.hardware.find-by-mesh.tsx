import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { meshAddress } from '../../pages/hardware/hardware-address.ts'
import { FindByMesh } from '../../pages/hardware/find-by-mesh.tsx'

export const Route = createFileRoute('/_shell/hardware/find-by-mesh')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FindByMeshRoute,
})

function FindByMeshRoute() {
  const navigate = Route.useNavigate()
  return (
    <FindByMesh
      search={meshAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
