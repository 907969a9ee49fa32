import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { rawSearch } from '../raw-search.ts'
import { feeAddress } from '../../features/service-fees/fee-address.ts'
import { id, leftOut } from '../../lists/address-values.ts'
import { OrganizationPage } from '../../pages/organization/organization-page.tsx'
import { organizationViews } from '../../pages/organization/organization-views.ts'

const Search = v.object({
  view: leftOut(v.picklist(organizationViews)),
  edit: leftOut(v.literal('yes')),
  open: leftOut(id),
  ...feeAddress.shape,
})

export const Route = createFileRoute('/_shell/organizations/$id')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: Organization,
})

function Organization() {
  const search = v.parse(Search, Route.useSearch())
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
