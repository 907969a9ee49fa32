import { Button } from '@mantine/core'
import { IconShieldCheck, IconUserOff } from '@tabler/icons-react'
import { useState } from 'react'
import { changeRoles } from '@wheelhouse/contract/permissions/permissions.ts'
import { listGroupPeople } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import type { GroupPerson, ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { ConsoleUserLink } from '../../features/console-users/console-user-link.tsx'
import { ConsoleUserSelect } from '../../features/console-users/console-user-picker.tsx'
import { PersonRolesDialog } from '../../features/roles/person-roles-picker.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Tag } from '../../ui/details/badge.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { NoData, NoPermission, Skeleton } from '../../ui/frame/states.tsx'
import classes from './group-page.module.css'

/** Who holds which roles in the group; a role is given to another person from here as well. */
export function GroupPeople({ group }: { group: ResourceGroupRow }) {
  const may = useCanCall(listGroupPeople)
  const mayGive = useCanCall(changeRoles)
  const [edited, setEdited] = useState<{ id: string; name: string } | null>(null)
  const params = { group_id: group.id }
  const people = useLive(listGroupPeople, { params }, { enabled: may, isQuiet: true })
  if (!may) return <NoPermission action="GET_RESOURCES" resource="resource_group" />
  return (
    <div className={classes.scroll}>
      <SectionHead
        title={t('Privileged people')}
        {...(people.data === undefined ? {} : { count: people.data.length })}
        actions={
          mayGive && (
            <ConsoleUserSelect
              label={t('Give a role to')}
              placeholder={t('Give a role to…')}
              onChoose={(person) => setEdited(person)}
            />
          )
        }
      />
      <Loaded query={people} failed={listGroupPeople.says.failed} bones={<Skeleton lines={6} />}>
        {(all) =>
          all.length === 0 ? (
            <NoData title={t('Nobody holds a role in this group')}>
              {t('Its members are seen by the people who hold roles in their other groups.')}
            </NoData>
          ) : (
            <ul className={classes.people}>
              {all.map((person) => (
                <PersonLine
                  key={person.user_id}
                  person={person}
                  onRoles={mayGive ? () => setEdited({ id: person.user_id, name: person.name }) : undefined}
                />
              ))}
            </ul>
          )
        }
      </Loaded>
      {edited && <PersonRolesDialog person={edited} groupId={group.id} onClose={() => setEdited(null)} />}
    </div>
  )
}

const PersonLine = ({ person, onRoles }: { person: GroupPerson; onRoles: (() => void) | undefined }) => (
  <li>
    <span>
      <ConsoleUserLink id={person.user_id} name={person.name} />{' '}
      {person.is_disabled && <IconUserOff size={14} aria-label={t('Disabled')} />}
      <small>{[person.email, person.organization_name].filter(Boolean).join(' · ')}</small>
    </span>
    <span className={classes.roles}>
      {person.roles.map(({ role_id, role_name }) => (
        <Tag key={role_id}>{role_name}</Tag>
      ))}
    </span>
    {onRoles && (
      <Button
        size="xs"
        leftSection={<IconShieldCheck size={14} aria-hidden />}
        aria-label={t('Roles of {{name}}', { name: person.name })}
        onClick={onRoles}
      >
        {t('Roles')}
      </Button>
    )}
  </li>
)
