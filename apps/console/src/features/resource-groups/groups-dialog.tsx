import { IconFolders } from '@tabler/icons-react'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { BelongsList, useBelongs } from './belongs-list.tsx'
import { GroupsChange } from './groups-change.tsx'
import { useGroupChoices } from './groups-field.tsx'
import { joiningAmong } from './joining.ts'
import classes from './resource-groups.module.css'

interface GroupsDialogProps {
  type: 'location' | 'device'
  id: string
  /** "Resource groups of Dock 01". */
  title: string
  onClose: () => void
}

/** Adds a location or a device to resource groups and removes it. */
export function GroupsDialog({ type, id, title, onClose }: GroupsDialogProps) {
  return (
    <Dialog opened onClose={onClose} title={title} icon={IconFolders} size={560}>
      <ContractForm
        route={changeBelongs}
        defaults={{ resource_type: type, resource_ids: [id], add: [], remove: [] }}
        saveLabel={t('Change groups')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        {/* It has the focus first: a field would open its list over what is below. */}
        <p className={classes.note} tabIndex={-1} data-autofocus>
          {t('People with roles in these groups see the change immediately.')}
        </p>
        <OfOne id={id} />
      </ContractForm>
    </Dialog>
  )
}

/** It joins groups that it is not in, and leaves those that it is in; where these may not be seen, any are offered. */
function OfOne({ id }: { id: string }) {
  const { groups, isLoading } = useGroupChoices()
  const { data: present, isPending } = useBelongs(id)
  return (
    <>
      <BelongsList id={id} isInset />
      <GroupsChange
        groups={isPending ? [] : groups}
        isLoading={isLoading || isPending}
        count="1"
        joiningOf={present && joiningAmong([id], new Map([[id, present.map((group) => group.id)]]))}
      />
    </>
  )
}
