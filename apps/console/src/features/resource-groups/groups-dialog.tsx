import { IconFolders } from '@tabler/icons-react'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { BelongsList, useBelongs } from './belongs-list.tsx'
import { GroupsChange } from './groups-change.tsx'
import { useGroupChoices } from './groups-field.tsx'
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
  const [first] = ids
  return (
    <Dialog opened onClose={onClose} title={title} icon={IconFolders} size={560}>
      <ContractForm
        route={changeBelongs}
        defaults={{ resource_type: type, resource_ids: [...ids], add: [], remove: [] }}
        saveLabel={t('Change groups')}
        hasDraft={false}
        onDone={onClose}
        onCancel={onClose}
      >
        {/* It has the focus first: a field would open its list over what is below. */}
        <p className={classes.note} tabIndex={-1} data-autofocus>
          {t('People with roles in these groups see the change at once.')}
        </p>
        {ids.length === 1 && first !== undefined ? <OfOne id={first} /> : <OfMany count={ids.length} />}
      </ContractForm>
    </Dialog>
  )
}

/** It joins groups that it is not in, and leaves those that it is in; where these may not be seen, any are offered. */
function OfOne({ id }: { id: string }) {
  const { groups, isLoading } = useGroupChoices()
  const { data: present, isPending } = useBelongs(id)
  const isMember = (group: ResourceGroupRow): boolean => present?.some((one) => one.id === group.id) === true
  return (
    <>
      <BelongsList id={id} isInset />
      <GroupsChange
        groups={isPending ? [] : groups}
        isLoading={isLoading || isPending}
        count="1"
        isJoinable={(group) => !isMember(group)}
        isLeavable={(group) => present === undefined || isMember(group)}
      />
    </>
  )
}

function OfMany({ count }: { count: number }) {
  const choices = useGroupChoices()
  const { number } = useFormat()
  return <GroupsChange {...choices} count={number(count)} />
}
