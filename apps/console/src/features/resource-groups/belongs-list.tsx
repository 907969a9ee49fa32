import { listBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { t } from '../../i18n/i18n.ts'
import { Loaded } from '../../live/loaded.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCan } from '../../session/can.ts'
import { NoData, Skeleton } from '../../ui/frame/states.tsx'
import { ResourceGroupLink } from './resource-group-link.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

/** The groups that something belongs to. */
export const useBelongs = (id: string) => useLive(listBelongs, { params: { id } }, { isQuiet: true })

interface BelongsListProps {
  /** Of what belongs to the groups. */
  id: string
  /** How a member comes into a group, where there is none. */
  hint?: string
  /** Within a dialog, which has its own margins. */
  isInset?: boolean
}

export function BelongsList({ id, ...props }: BelongsListProps) {
  const groups = useBelongs(id)
  return (
    <Loaded query={groups} failed={listBelongs.says.failed} bones={<Skeleton lines={4} />}>
      {(found) => <Groups {...props} groups={found} />}
    </Loaded>
  )
}

type GroupsProps = Omit<BelongsListProps, 'id'> & { groups: readonly ResourceGroup[] }

function Groups({ groups, hint, isInset = false }: GroupsProps) {
  if (groups.length === 0) return <NoData title={t('In no resource group')}>{hint}</NoData>
  return (
    <ul className={classes.userGroups} data-inset={isInset || undefined} aria-label={t('Resource groups')}>
      {groups.map((group) => (
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
        <Icon size={14} aria-hidden /> {t(word)}
      </small>
    </li>
  )
}
