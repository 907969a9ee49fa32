import { createFileRoute } from '@tanstack/react-router'
import { outagesAddress } from '../../features/outages/outage-address.ts'
import { OutagesScreen } from '../../features/outages/outages-screen.tsx'
import { rawSearch } from '../raw-search.ts'

export const Route = createFileRoute('/_shell/outages')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: OutagesRoute,
})

function OutagesRoute() {
  const navigate = Route.useNavigate()
  return (
    <OutagesScreen
      search={outagesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
