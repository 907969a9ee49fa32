import { createFileRoute } from '@tanstack/react-router'
import { listAllowlistEvents } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { rawSearch } from '../raw-search.ts'
import { AllowlistScreen } from '../../features/allowlists/allowlist-screen.tsx'
import { allowlistSearch } from '../../features/allowlists/allowlist-address.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'

export const Route = createFileRoute('/_shell/allowlists/$allowlistId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: AllowlistRoute,
})

function AllowlistRoute() {
  const { allowlistId: id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <AllowlistScreen
      key={id}
      id={id}
      search={allowlistSearch(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      onGone={() => void navigate({ to: '/allowlists' })}
      history={<ThingEvents route={listAllowlistEvents} params={{ allowlist_id: id }} />}
    />
  )
}
