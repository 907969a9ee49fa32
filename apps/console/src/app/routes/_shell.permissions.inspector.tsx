import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { InspectorScreen } from '../../features/permissions/inspector-screen.tsx'
import { inspectorSearch } from '../../features/permissions/inspector-address.ts'

export const Route = createFileRoute('/_shell/permissions/inspector')({
  // Read by the screen, so that the contract is not loaded with every other screen.
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: InspectorRoute,
})

function InspectorRoute() {
  const navigate = Route.useNavigate()
  const search = inspectorSearch(Route.useSearch())
  return <InspectorScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
