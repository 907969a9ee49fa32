import type { ResourceGroup } from '@wheelhouse/contract/permissions/permissions.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import { NoData } from '../../ui/frame/states.tsx'
import { ResourceGroupLink } from './resource-group-link.tsx'
import { groupTypeLabels } from './resource-group-labels.ts'
import classes from './resource-groups.module.css'

interface BelongsListProps {
  groups: readonly ResourceGroup[]
  whenNone: string
  /** How a member comes into a group, where there is none. */
  hint?: string
  /** Within a dialog, which has its own margins. */
  isInset?: boolean
}

/** The groups that something belongs to. */
export function BelongsList({ groups, whenNone, hint, isInset = false }: BelongsListProps) {
  if (groups.length === 0) return <NoData title={whenNone}>{hint}</NoData>
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
        <Icon size={14} stroke={1.75} aria-hidden /> {t(word)}
      </small>
    </li>
  )
}
