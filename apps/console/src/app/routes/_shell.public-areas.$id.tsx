import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { listPublicAreaEvents } from '@wheelhouse/contract/public-areas/public-areas.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { areaSearch } from '../../features/public-areas/area-address.ts'
import { AreaScreen } from '../../features/public-areas/area-screen.tsx'

export const Route = createFileRoute('/_shell/public-areas/$id')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: PublicAreaRoute,
})

function PublicAreaRoute() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <AreaScreen
      key={id}
      id={id}
      search={areaSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
      onGone={() => void navigate({ to: '/public-areas' })}
      history={<ThingEvents route={listPublicAreaEvents} params={{ public_area_id: id }} />}
    />
  )
}
