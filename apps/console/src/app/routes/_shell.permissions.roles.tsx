import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { RolesScreen } from '../../features/roles/roles-screen.tsx'
import { id, leftOut } from '../../lists/address-values.ts'

const Search = v.object({
  role: leftOut(id),
  compare: leftOut(id),
  open: leftOut(v.picklist(['new', 'edit', 'copy'])),
})

export const Route = createFileRoute('/_shell/permissions/roles')({
  validateSearch: (search: Record<string, unknown>) => v.parse(Search, search),
  staticData: { isForProduction: true },
  component: RolesRoute,
})

function RolesRoute() {
  const navigate = Route.useNavigate()
  const search = v.parse(Search, Route.useSearch())
  return <RolesScreen search={search} onSearch={(next) => void navigate({ search: next })} />
}
