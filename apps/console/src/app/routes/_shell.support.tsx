import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { supportSearch } from '../../features/support/support-search.ts'
import { SupportPage } from '../../pages/support/support-page.tsx'

export const Route = createFileRoute('/_shell/support')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: SupportRoute,
})

function SupportRoute() {
  const navigate = Route.useNavigate()
  return <SupportPage search={supportSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}
