import { IconFolderMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { countTypedAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import { changeBelongs } from '@wheelhouse/contract/permissions/permissions.ts'
import type { GroupMember, MemberType, ResourceGroupRow } from '@wheelhouse/contract/resource-groups/resource-groups.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { failureText } from '../../shell/messages.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'

interface RemoveMembersDialogProps {
  group: ResourceGroupRow
  members: readonly GroupMember[]
  onDone: () => void
  onClose: () => void
}

const namedAtMost = 5

/** One call a kind, since a call names the type of its resources. */
export function RemoveMembersDialog({ group, members, onDone, onClose }: RemoveMembersDialogProps) {
  const write = useWrite(changeBelongs, { isQuiet: true })
  const [error, setError] = useState<string | null>(null)
  const run = async (): Promise<void> => {
    setError(null)
    const kinds = Map.groupBy(members, ({ type }) => type)
    try {
      for (const [type, some] of kinds) await write.mutateAsync({ body: bodyOf(group.id, type, some) })
      onDone()
    } catch (failure) {
      setError(failureText(changeBelongs.says.failed, failure))
    }
  }
  const names = members.slice(0, namedAtMost).map(({ name }) => name)
  const rest = members.length - names.length
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => void run()}
      icon={IconFolderMinus}
      title={
        members.length === 1
          ? t('Remove {{name}} from {{group}}?', { name: names[0] ?? '', group: group.name })
          : t('Remove {{count}} members from {{group}}?', { count: members.length, group: group.name })
      }
      confirmLabel={t('Remove')}
      keepLabel={t('Keep in the group')}
      count={{ of: members.length, from: countTypedAbove }}
      isBusy={write.isPending}
      error={error}
    >
      <p>
        {names.join(', ')}
        {rest > 0 && ` ${t('and {{count}} more', { count: rest })}`}
      </p>
      <p>{t('People who see these members only through this group lose access immediately. Nothing is deleted.')}</p>
    </ConfirmDialog>
  )
}

const bodyOf = (groupId: string, resource_type: MemberType, some: readonly GroupMember[]) => ({
  resource_type,
  resource_ids: some.map(({ id }) => id),
  add: [],
  remove: [groupId],
})
