import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { feeAddress } from '../../features/service-fees/fee-address.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'
import { EmptyScreen } from '../../pages/landing/empty-screen.tsx'

const Search = z.object({ view: z.literal('service-fees').optional().catch(undefined), ...feeAddress.shape })

export const Route = createFileRoute('/_shell/organizations/$id')({
  validateSearch: (search: Record<string, unknown>) => Search.parse(search),
  component: Organization,
})

const OrganizationServiceFees = lazyComponent(() =>
  import('../../pages/organization/organization-service-fees.tsx').then((module) => module.OrganizationServiceFees),
)

/** The overview of service fees is the only view of an organization; the others are not built. */
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
