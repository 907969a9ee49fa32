import { createFileRoute } from '@tanstack/react-router'
import { rawSearch } from '../raw-search.ts'
import { TemplatesScreen } from '../../features/templates/templates-screen.tsx'
import { templatesAddress } from '../../features/templates/templates-search.ts'

export const Route = createFileRoute('/_shell/hardware/templates')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: TemplatesScreenRoute,
})

function TemplatesScreenRoute() {
  const navigate = Route.useNavigate()
  return (
    <TemplatesScreen
      search={templatesAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
    />
  )
}
