import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import { listed } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { GroupsField } from './groups-field.tsx'
import classes from './resource-groups.module.css'

type Visibility = 'all' | 'public' | 'private'
type Facing = 'all' | 'yes' | 'no'

const isOfKind = ({ type, is_public_facing }: ResourceGroupRow, visibility: Visibility, facing: Facing): boolean =>
  (visibility === 'all' || type === visibility) && (facing === 'all' || is_public_facing === (facing === 'yes'))

interface GroupsChangeProps {
  groups: readonly ResourceGroupRow[]
  isLoading: boolean
  /** How many resources are changed, as the person writes numbers. */
  count: string
  /** Which groups they can join and leave; by default any. */
  isJoinable?: (group: ResourceGroupRow) => boolean
  isLeavable?: (group: ResourceGroupRow) => boolean
  /** Below the confirmation. */
  note?: string
}

/** Spec 6. The fields `add` and `remove` of a form, filters for what they offer, and the change in words before it is sent. */
export function GroupsChange(props: GroupsChangeProps) {
  const { groups, isLoading, count, isJoinable = () => true, isLeavable = () => true, note } = props
  const [visibility, setVisibility] = useState<Visibility>('all')
  const [facing, setFacing] = useState<Facing>('all')
  const offers = { groups, isLoading }
  const isShown = (group: ResourceGroupRow): boolean => isOfKind(group, visibility, facing)
  return (
    <>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label={t('Visibility')}
          data={[
            { value: 'all', label: t('All') },
            { value: 'public', label: t('Public') },
            { value: 'private', label: t('Private') },
          ]}
          value={visibility}
          onChange={setVisibility}
        />
        <SegmentedControl
          aria-label={t('Public-facing')}
          data={[
            { value: 'all', label: t('All') },
            { value: 'yes', label: t('Public-facing') },
            { value: 'no', label: t('Internal') },
          ]}
          value={facing}
          onChange={setFacing}
        />
      </div>
      <GroupsField {...offers} name="add" label={t('Add to')} isOffered={(one) => isShown(one) && isJoinable(one)} />
      <GroupsField
        {...offers}
        name="remove"
        label={t('Remove from')}
        isOffered={(one) => isShown(one) && isLeavable(one)}
      />
      <Change groups={groups} count={count} note={note} />
    </>
  )
}

/** What will happen, in words, before it is sent. */
function Change({ groups, count, note }: Pick<GroupsChangeProps, 'groups' | 'count' | 'note'>) {
  const { values } = useForm()
  const names = (ids: unknown) => listed(ids).map((id) => groups.find((group) => group.id === id)?.name ?? id)
  const [add, remove] = [names(values.add), names(values.remove)]
  if (add.length + remove.length === 0) return null
  return (
    <p className={classes.change} role="status">
      {add.length > 0 && <span>{t('{{count}} added to {{groups}}.', { count, groups: add.join(', ') })}</span>}
      {remove.length > 0 && (
        <span>{t('{{count}} removed from {{groups}}.', { count, groups: remove.join(', ') })}</span>
      )}
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </p>
  )
}
