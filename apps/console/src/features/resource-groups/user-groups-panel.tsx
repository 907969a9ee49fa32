import { listBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { t } from '../../i18n/i18n.ts'
import { useLive } from '../../live/use-live.ts'
import { useCan } from '../../session/can.ts'
import { ErrorState, NoData, Skeleton } from '../../ui/frame/states.tsx'
import { ResourceGroupLink } from './resource-group-link.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

/** Through which groups people see one user: those of the operators and distributors where the user parks, and others. */
export function UserGroupsPanel({ userId }: { userId: string }) {
  const groups = useLive(listBelongs, { params: { id: userId } }, { isQuiet: true })
  if (groups.data === undefined)
    return groups.error ? (
      <ErrorState title={listBelongs.says.failed} detail={groups.error.message} onRetry={() => void groups.refetch()} />
    ) : (
      <Skeleton lines={4} />
    )
  if (groups.data.length === 0)
    return (
      <NoData title={t('In no resource group')}>
        {t('A user joins the groups of a location with the first session there.')}
      </NoData>
    )
  return (
    <ul className={classes.userGroups} aria-label={t('Resource groups')}>
      {groups.data.map((group) => (
        <Line key={group.id} group={group} />
      ))}
    </ul>
  )
}

function Line({ group: { id, name, description, type } }: { group: ResourceGroup }) {
  const mayOpen = useCan({ resource_group: ['GET'] })
  const { word, icon: Icon } = groupTypeLabels[type]
  return (
    <li>
      <strong>{mayOpen ? <ResourceGroupLink id={id} name={name} /> : name}</strong>
      <span>{description}</span>
      <small>
        <Icon size={14} stroke={1.75} aria-hidden /> {t(word)}
      </small>
    </li>
  )
}
