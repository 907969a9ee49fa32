import { SegmentedControl } from '@mantine/core'
import { useState } from 'react'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { listed } from '../../ui/form/choice-fields.tsx'
import { useForm } from '../../ui/form/form-state.ts'
import { GroupsField } from './groups-field.tsx'
import { countedGroups } from './joining.ts'
import type { Joining, JoiningOf } from './joining.ts'
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
  /** How many of the resources each group would gain or lose. Only these groups are offered; absent, every group is. */
  joiningOf?: JoiningOf | undefined
  /** Below the confirmation. */
  note?: string
}

/** Spec 6. The fields `add` and `remove` of a form, filters for what they offer, and the change in words before it is sent. */
export function GroupsChange(props: GroupsChangeProps) {
  const { groups, isLoading, count, joiningOf, note } = props
  const [visibility, setVisibility] = useState<Visibility>('all')
  const [facing, setFacing] = useState<Facing>('all')
  const offers = { groups, isLoading }
  const isShown = (group: ResourceGroupRow, end: keyof Joining): boolean =>
    !isLoading && isOfKind(group, visibility, facing) && (joiningOf === undefined || joiningOf(group.id)[end] > 0)
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
      <GroupsField {...offers} name="add" label={t('Add to')} isOffered={(one) => isShown(one, 'joining')} />
      <GroupsField {...offers} name="remove" label={t('Remove from')} isOffered={(one) => isShown(one, 'leaving')} />
      <Change groups={groups} count={count} joiningOf={joiningOf} note={note} />
    </>
  )
}

/** What will happen, in words, before it is sent. */
function Change({
  groups,
  count,
  joiningOf,
  note,
}: Pick<GroupsChangeProps, 'groups' | 'count' | 'joiningOf' | 'note'>) {
  const { values } = useForm()
  const { number } = useFormat()
  const [add, remove] = [listed(values.add), listed(values.remove)]
  if (add.length + remove.length === 0) return null
  const nameOf = (id: string): string => groups.find((group) => group.id === id)?.name ?? id
  const linesOf = (ids: string[], end: keyof Joining) =>
    joiningOf === undefined
      ? [{ count, groups: ids.map(nameOf).join(', ') }].filter(() => ids.length > 0)
      : countedGroups(ids.map((id) => ({ name: nameOf(id), count: joiningOf(id)[end] }))).map((line) => ({
          count: number(line.count),
          groups: line.names,
        }))
  return (
    <p className={classes.change} role="status">
      {linesOf(add, 'joining').map((line) => (
        <span key={`add ${line.groups}`}>{t('{{count}} added to {{groups}}.', line)}</span>
      ))}
      {linesOf(remove, 'leaving').map((line) => (
        <span key={`remove ${line.groups}`}>{t('{{count}} removed from {{groups}}.', line)}</span>
      ))}
      {note !== undefined && <span className={classes.note}>{note}</span>}
    </p>
  )
}
