import { createFileRoute } from '@tanstack/react-router'
import { consoleUserAudit } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { rawSearch } from '../raw-search.ts'
import { consoleUsersAddress } from '../../features/console-users/console-users-address.ts'
import { ConsoleUsersScreen } from '../../features/console-users/console-users-screen.tsx'
import { useCanCall } from '../../session/can.ts'
import { lazyComponent } from '../../ui/base/lazy.tsx'

const PersonRoles = lazyComponent(() =>
  import('../../pages/console-user/person-roles.tsx').then((module) => module.PersonRoles),
)
const PersonAudit = lazyComponent(() =>
  import('../../pages/console-user/person-audit.tsx').then((module) => module.PersonAudit),
)

const ServiceSecrets = lazyComponent(() =>
  import('../../features/service-accounts/service-secrets.tsx').then((module) => module.ServiceSecrets),
)
const NewServiceDialog = lazyComponent(() =>
  import('../../features/service-accounts/new-service-dialog.tsx').then((module) => module.NewServiceDialog),
)

export const Route = createFileRoute('/_shell/users/console')({
  validateSearch: rawSearch,
  staticData: { isForProduction: true },
  component: ConsoleUsersRoute,
})

function ConsoleUsersRoute() {
  const navigate = Route.useNavigate()
  const mayRoles = useCanCall(changeRoles)
  const mayAudit = useCanCall(consoleUserAudit.route)
  return (
    <ConsoleUsersScreen
      search={consoleUsersAddress.parse(Route.useSearch())}
      onSearch={(search, options) => void navigate({ search, ...options })}
      roles={mayRoles ? (person) => <PersonRoles person={person} /> : undefined}
      secrets={({ id, name }) => <ServiceSecrets id={id} name={name} />}
      newService={(onDone, onClose) => <NewServiceDialog onDone={onDone} onClose={onClose} />}
      audit={mayAudit ? (id) => <PersonAudit id={id} /> : undefined}
    />
  )
}
