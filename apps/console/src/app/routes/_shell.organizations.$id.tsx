import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { rawSearch } from '../raw-search.ts'
import { feeAddress } from '../../features/service-fees/fee-address.ts'
import { organizationViews } from '../../pages/organization/organization-views.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const Search = z.object({
  view: z.enum(organizationViews).optional().catch(undefined),
  edit: z.literal('yes').optional().catch(undefined),
  open: z.uuid().optional().catch(undefined),
  ...feeAddress.shape,
})

export const Route = createFileRoute('/_shell/organizations/$id')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: Organization,
})

const OrganizationPage = lazyComponent(() =>
  import('../../pages/organization/organization-page.tsx').then((module) => module.OrganizationPage),
)

function Organization() {
  const search = Search.parse(Route.useSearch())
  const navigate = Route.useNavigate()
  const { id } = Route.useParams()
  return (
    <OrganizationPage
      key={id}
      id={id}
      search={search}
      onSearch={(next) => void navigate({ search: { ...search, ...next } })}
    />
  )
}
