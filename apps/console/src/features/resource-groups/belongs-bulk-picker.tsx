import { SegmentedControl } from '@mantine/core'
import { IconFolders } from '@tabler/icons-react'
import { useState } from 'react'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { listed } from '../../ui/form/choice-fields.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { GroupsField, useGroupChoices } from './groups-field.tsx'
import classes from './resource-groups.module.css'

const schema = changeManyBelongs.body.omit({ target: true })
const isEmpty = (value: unknown): boolean => listed(value).length === 0

/** Adds many locations to resource groups and removes them. */
export function LocationGroupsDialog({ count, ...bulk }: BulkDialogProps) {
  const { groups, isLoading } = useGroupChoices()
  return (
    <Dialog
      opened
      onClose={bulk.onClose}
      title={
        count === '1' ? t('Resource groups of 1 location') : t('Resource groups of {{count}} locations', { count })
      }
      icon={IconFolders}
      size={560}
      isBusy={bulk.isBusy}
    >
      <BulkForm
        {...bulk}
        schema={schema}
        defaults={{ resource_type: 'location', add: [], remove: [] }}
        check={({ add, remove }) => wrongChoice(listed(add), listed(remove))}
        routeOf={() => changeManyBelongs}
        sendLabel={() => t('Change groups')}
      >
        {(values) => <GroupsFields groups={groups} isLoading={isLoading} values={values} count={count} />}
      </BulkForm>
    </Dialog>
  )
}

function wrongChoice(add: string[], remove: string[]): Record<string, string> | null {
  if (isEmpty(add) && isEmpty(remove)) return { add: t('Choose at least one group to add or to remove') }
  if (add.some((id) => remove.includes(id))) return { remove: t('A group cannot be added and removed at once') }
  return null
}

type Visibility = 'all' | 'public' | 'private'
type Facing = 'all' | 'yes' | 'no'

interface GroupsFieldsProps {
  groups: readonly ResourceGroupRow[]
  isLoading: boolean
  values: FormValues
  count: string
}

function GroupsFields({ groups, isLoading, values, count }: GroupsFieldsProps) {
  const [visibility, setVisibility] = useState<Visibility>('all')
  const [facing, setFacing] = useState<Facing>('all')
  const isOffered = ({ type, is_public_facing }: ResourceGroupRow): boolean =>
    (visibility === 'all' || type === visibility) && (facing === 'all' || is_public_facing === (facing === 'yes'))
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
      <GroupsField name="add" label={t('Add to')} groups={groups} isOffered={isOffered} isLoading={isLoading} />
      <GroupsField name="remove" label={t('Remove from')} groups={groups} isOffered={isOffered} isLoading={isLoading} />
      <Change values={values} groups={groups} count={count} />
    </>
  )
}

/** What will happen, in words, before it is sent. */
function Change({ values, groups, count }: { values: FormValues; groups: readonly ResourceGroupRow[]; count: string }) {
  const names = (ids: unknown) => listed(ids).map((id) => groups.find((group) => group.id === id)?.name ?? id)
  const [add, remove] = [names(values.add), names(values.remove)]
  if (add.length + remove.length === 0) return null
  return (
    <p className={classes.change} role="status">
      {add.length > 0 && <span>{t('{{count}} added to {{groups}}.', { count, groups: add.join(', ') })}</span>}
      {remove.length > 0 && (
        <span>{t('{{count}} removed from {{groups}}.', { count, groups: remove.join(', ') })}</span>
      )}
      <span className={classes.note}>
        {t(
          'People with roles in these groups see the change at once. You must hold their permissions on each location.',
        )}
      </span>
    </p>
  )
}
