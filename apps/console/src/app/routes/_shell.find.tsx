import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { FindUserPage } from '../../pages/find-user/find-user-page.tsx'
import { findUserSearch } from '../../pages/find-user/find-user-search.ts'

export const Route = createFileRoute('/_shell/find')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: FindUserRoute,
})

function FindUserRoute() {
  const navigate = Route.useNavigate()
  return <FindUserPage search={findUserSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}
