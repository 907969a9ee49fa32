import { createFileRoute } from '@tanstack/react-router'
import * as z from 'zod'
import { RolesScreen } from '../../features/roles/roles-screen.tsx'

const Search = z.object({
  role: z.uuid().optional().catch(undefined),
  compare: z.uuid().optional().catch(undefined),
  open: z.enum(['new', 'edit', 'copy']).optional().catch(undefined),
})

export const Route = createFileRoute('/_shell/permissions/roles')({
  validateSearch: (search: Record<string, unknown>) => Search.parse(search),
  staticData: { isForProduction: true },
  component: RolesRoute,
})

function RolesRoute() {
  const navigate = Route.useNavigate()
  const search = Search.parse(Route.useSearch())
  return <RolesScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
