import { IconFolders } from '@tabler/icons-react'
import { changeManyBelongs } from '@wheelhouse/contract/permissions/bulk-belongs.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { listed } from '../../ui/form/choice-fields.tsx'
import { GroupsChange } from './groups-change.tsx'
import { useGroupChoices } from './groups-field.tsx'

const schema = changeManyBelongs.body.omit({ target: true })
const isEmpty = (value: unknown): boolean => listed(value).length === 0

/** Adds many locations to resource groups and removes them. */
export function LocationGroupsDialog({ count, ...bulk }: BulkDialogProps) {
  const choices = useGroupChoices()
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
        <GroupsChange
          {...choices}
          count={count}
          note={t(
            'People with roles in these groups see the change at once. You must hold their permissions on each location.',
          )}
        />
      </BulkForm>
    </Dialog>
  )
}

function wrongChoice(add: string[], remove: string[]): Record<string, string> | null {
  if (isEmpty(add) && isEmpty(remove)) return { add: t('Choose at least one group to add or to remove') }
  if (add.some((id) => remove.includes(id))) return { remove: t('A group cannot be added and removed at once') }
  return null
}
