import { Button } from '@mantine/core'
import { IconShieldCheck, IconShieldSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listPersonRoles } from '@wheelhouse/contract/permissions/own-rights.ts'
import type { ConsoleUserRow } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ReplyOf } from '@wheelhouse/contract/route.ts'
import classes from '../../features/console-users/console-users.module.css'
import { inspectorPath } from '../../features/permissions/inspector-address.ts'
import { ResourceGroupLink } from '../../features/resource-groups/resource-group-link.tsx'
import { PersonRolesDialog } from '../../features/roles/person-roles-picker.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useMayDo } from '../../forms/action-button.tsx'
import { Tag } from '../../ui/details/badge.tsx'
import { Link } from '../../ui/details/link.tsx'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'

/** The roles that a person holds, group by group. */
export function PersonRoles({ person }: { person: ConsoleUserRow }) {
  const roles = useLive(listPersonRoles, { params: { id: person.id } }, { isQuiet: true })
  return (
    <Loaded query={roles} failed={listPersonRoles.says.failed} bones={<Skeleton lines={4} />}>
      {(held) => <Grants person={person} roles={held} />}
    </Loaded>
  )
}

function Grants({ person, roles }: { person: ConsoleUserRow; roles: ReplyOf<typeof listPersonRoles> }) {
  const [edited, setEdited] = useState<string | true | null>(null)
  const mayChange = useMayDo(changeRoles)
  const groups = [...Map.groupBy(roles, (one) => one.resource_group_id)]
  return (
    <>
      {groups.length === 0 && (
        <NoData title={t('No roles yet')}>{t('Without a role a person sees nothing after signing in.')}</NoData>
      )}
      <ul className={classes.grants} aria-label={t('Roles of {{name}}', { name: person.name })}>
        {groups.map(([id, held]) => (
          <li key={id}>
            <small>
              {t('in')} <ResourceGroupLink id={id} name={held[0]?.resource_group_name ?? ''} />
            </small>
            <span className={classes.heldRoles}>
              {held.map(({ role_id, role_name }) => (
                <Tag key={role_id}>{role_name}</Tag>
              ))}
            </span>
          </li>
        ))}
      </ul>
      <div className={classes.verbs}>
        {mayChange && (
          <Button
            variant="filled"
            leftSection={<IconShieldCheck size={15} aria-hidden />}
            onClick={() => setEdited(groups[0]?.[0] ?? true)}
          >
            {t('Change roles')}
          </Button>
        )}
        <Link className={classes.way} href={inspectorPath({ person: person.id })}>
          <IconShieldSearch size={15} aria-hidden />
          {t('Inspect permissions')}
        </Link>
      </div>
      {edited !== null && (
        <PersonRolesDialog
          person={person}
          groupId={edited === true ? undefined : edited}
          onClose={() => setEdited(null)}
        />
      )}
    </>
  )
}
