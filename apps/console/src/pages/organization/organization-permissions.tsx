import { IconUserOff } from '@tabler/icons-react'
import { listOrganizationGroups } from '@wheelhouse/contract/organizations/organization-details.ts'
import type { Organization, OrganizationGroup } from '@wheelhouse/contract/organizations/organization-details.ts'
import { ConsoleUserLink } from '../../features/console-users/console-user-link.tsx'
import { ResourceGroupLink } from '../../features/resource-groups/resource-group-link.tsx'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { Tag } from '../../ui/details/badge.tsx'
import { Card } from '../../ui/details/key-values.tsx'
import { NoPermission } from '../../ui/frame/states.tsx'
import classes from './organization-page.module.css'

/** Keys of `t`: what each part of an organization is for (spec section 6). */
const partLabels: Record<OrganizationGroup['part'], { name: string; means: string }> = {
  owner: { name: 'Owner', means: 'What belongs to the organization, and its people.' },
  operator: { name: 'Operator', means: 'Locations that the organization operates.' },
  distributor: { name: 'Distributor', means: 'Locations whose riders the organization supports.' },
  reseller: { name: 'Reseller', means: 'Locations that the organization resells.' },
}

/** The four system groups, and who holds which roles in each. */
export function OrganizationPermissions({ organization }: { organization: Organization }) {
  const may = useCanCall(listOrganizationGroups)
  const params = { organization_id: organization.id }
  const groups = useLive(listOrganizationGroups, { params }, { enabled: may, isQuiet: true })
  if (!may) return <NoPermission action="GET_RESOURCES" resource="resource_group" />
  return (
    <div className={`${classes.scroll} ${classes.padded}`}>
      <p className={classes.lead}>
        {t('A role in one of these four groups applies to everything that the organization has in that part.')}
      </p>
      <Loaded query={groups} failed={listOrganizationGroups.says.failed}>
        {(all) => (
          <div className={classes.parts}>
            {all.map((group) => (
              <Part key={group.id} group={group} />
            ))}
          </div>
        )}
      </Loaded>
    </div>
  )
}

function Part({ group }: { group: OrganizationGroup }) {
  const { id, part, location_count, people } = group
  const { name, means } = partLabels[part]
  return (
    <Card title={t(name)} action={<ResourceGroupLink id={id} name={t('Open group')} />}>
      <p className={classes.hint}>
        {t(means)} {location_count === 1 ? t('1 location.') : t('{{count}} locations.', { count: location_count })}
      </p>
      {people.length === 0 ? (
        <p className={classes.nobody}>{t('Nobody holds a role here.')}</p>
      ) : (
        <ul className={classes.people}>
          {people.map((person) => (
            <li key={person.user_id}>
              <ConsoleUserLink id={person.user_id} name={person.name} />
              {person.is_disabled && <IconUserOff size={14} aria-label={t('Disabled')} />}
              <span>
                {person.roles.map((role) => (
                  <Tag key={role}>{role}</Tag>
                ))}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
