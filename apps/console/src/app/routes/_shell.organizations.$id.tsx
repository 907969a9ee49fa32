import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { feeSearch } from '../../lib/fee-search.ts'
import { lazyPart } from '../../ui/later.tsx'
import { EmptyScreen } from '../EmptyScreen.tsx'

const Search = z.object({ view: z.literal('service-fees').optional().catch(undefined), ...feeSearch })

export const Route = createFileRoute('/_shell/organizations/$id')({
  validateSearch: (search: Record<string, unknown>) => Search.parse(search),
  component: Organization,
})

const OrganizationServiceFees = lazyPart(() =>
  import('../OrganizationServiceFees.tsx').then((module) => module.OrganizationServiceFees),
)

/** Of an organization's views the service fees overview stands by itself; the others are not built. */
function Organization() {
  const search = Search.parse(Route.useSearch())
  const navigate = Route.useNavigate()
  const { id } = Route.useParams()
  if (search.view !== 'service-fees') return <EmptyScreen />
  return (
    <OrganizationServiceFees
      id={id}
      search={search}
      onSearch={(fees) => void navigate({ search: { ...search, ...fees } })}
    />
  )
}
