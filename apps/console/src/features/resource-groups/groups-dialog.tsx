import { IconFolders } from '@tabler/icons-react'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { BelongsList, useBelongs } from './belongs-list.tsx'
import { GroupsField, useGroupChoices } from './groups-field.tsx'
import classes from './resource-groups.module.css'

interface GroupsDialogProps {
  type: 'location' | 'device'
  ids: readonly string[]
  /** "Resource groups of Dock 01". */
  title: string
  onClose: () => void
}

/** Adds a location, or devices of one, to resource groups and removes them. */
export function GroupsDialog({ type, ids, title, onClose }: GroupsDialogProps) {
  const [only] = ids
  return (
    <Dialog opened onClose={onClose} title={title} icon={IconFolders} size={560}>
      {ids.length === 1 && only !== undefined && <BelongsList id={only} isInset />}
      <ContractForm
        route={changeBelongs}
        defaults={{ resource_type: type, resource_ids: [...ids], add: [], remove: [] }}
        saveLabel={t('Change groups')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        {ids.length === 1 && only !== undefined ? <FieldsOfOne id={only} /> : <FieldsOfMany />}
        <p className={classes.note}>{t('People with roles in these groups see the change at once.')}</p>
      </ContractForm>
    </Dialog>
  )
}

/** It joins groups that it is not in, and leaves those that it is in. */
function FieldsOfOne({ id }: { id: string }) {
  const choices = useGroupChoices()
  const { data: present = [] } = useBelongs(id)
  const isMember = new Set(present.map((group) => group.id))
  return (
    <>
      <GroupsField {...choices} name="add" label={t('Add to')} isOffered={(group) => !isMember.has(group.id)} />
      <GroupsField {...choices} name="remove" label={t('Remove from')} isOffered={(group) => isMember.has(group.id)} />
    </>
  )
}

function FieldsOfMany() {
  const choices = useGroupChoices()
  return (
    <>
      <GroupsField {...choices} name="add" label={t('Add to')} isOffered={() => true} />
      <GroupsField {...choices} name="remove" label={t('Remove from')} isOffered={() => true} />
    </>
  )
}
