import { createFileRoute } from '@tanstack/react-router'
import { supportSearch } from '../../features/support/support-address.ts'
import { SupportPage } from '../../pages/support/support-page.tsx'

export const Route = createFileRoute('/_shell/support')({
  validateSearch: supportSearch,
  staticData: { isForProduction: true },
  component: SupportRoute,
})

function SupportRoute() {
  const navigate = Route.useNavigate()
  return <SupportPage search={supportSearch(Route.useSearch())} onSearch={(search) => void navigate({ search })} />
}
