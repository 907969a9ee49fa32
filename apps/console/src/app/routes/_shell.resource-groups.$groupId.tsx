import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { GroupPage } from '../../pages/resource-group/group-page.tsx'

export const Route = createFileRoute('/_shell/resource-groups/$groupId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ResourceGroup,
})

function ResourceGroup() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const { groupId } = Route.useParams()
  return (
    <GroupPage
      key={groupId}
      id={groupId}
      given={search}
      onSearch={(next) => void navigate({ search: { ...search, ...next } })}
    />
  )
}
