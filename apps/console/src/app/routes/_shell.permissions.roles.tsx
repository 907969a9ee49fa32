import { createFileRoute } from '@tanstack/react-router'
import * as v from 'valibot'
import { listRoleEvents } from '@wheelhouse/contract/roles/roles.ts'
import { ThingEvents } from '../../features/events/thing-events.tsx'
import { RolesScreen } from '../../features/roles/roles-screen.tsx'
import { id, leftOut } from '../../lists/address-values.ts'
import { useCanCall } from '../../session/can.ts'

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
  const hasEvents = useCanCall(listRoleEvents)
  return (
    <RolesScreen
      search={search}
      onSearch={(next) => void navigate({ search: next })}
      history={hasEvents ? (id) => <ThingEvents route={listRoleEvents} params={{ role_id: id }} /> : undefined}
    />
  )
}
