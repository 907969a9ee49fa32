import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

export const Route = createFileRoute('/_shell/resource-groups/$groupId')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ResourceGroup,
})

const GroupPage = lazyComponent(() =>
  import('../../pages/resource-group/group-page.tsx').then((module) => module.GroupPage),
)

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
