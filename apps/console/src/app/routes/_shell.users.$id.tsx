import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { userPath } from '../../features/users/user-link.tsx'
import { UserPage } from '../../pages/user/user-page.tsx'
import { userSearch } from '../../pages/user/user-search.ts'

export const Route = createFileRoute('/_shell/users/$id')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: UserRoute,
})

function UserRoute() {
  const { id } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <UserPage
      key={id}
      id={id}
      search={userSearch(Route.useSearch())}
      onSearch={(search) => void navigate({ search })}
      hrefOf={(tab) => (tab === 'profile' ? userPath(id) : `${userPath(id)}?tab=${tab}`)}
    />
  )
}
