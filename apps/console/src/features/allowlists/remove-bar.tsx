import { IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import type { RefObject } from 'react'
import { removeAllowlistKeys, removeAllowlistUsers } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { AllowlistEntity } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import type { Allowlist } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { countTypedAbove } from '@wheelhouse/contract/commands/command-bodies.ts'
import { useWrite } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import type { List } from '../../lists/list.ts'
import { useShownOnly } from '../../lists/shown-only.ts'
import { failureText } from '../../shell/messages.ts'
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx'
import { BulkBar } from '../../ui/list-parts/bulk-bar.tsx'

const none: ReadonlySet<string> = new Set()
const rowId = ({ id }: AllowlistEntity): string => id

interface RemoveBarProps {
  list: Allowlist
  found: List<AllowlistEntity>
  /** Another one is another filter. */
  filterKey: string
  selectedUnderRef: RefObject<string>
  selection: ReadonlySet<string>
  onSelection: (selection: ReadonlySet<string>) => void
}

/** Users and keys are removed by two calls, because they are guarded by two rights. */
export function RemoveBar({ list, found, filterKey, selectedUnderRef, selection, onSelection }: RemoveBarProps) {
  const [isAsked, setAsked] = useState(false)
  const users = useWrite(removeAllowlistUsers, { isQuiet: true })
  const keys = useWrite(removeAllowlistKeys, { isQuiet: true })
  const isBusy = users.isPending || keys.isPending
  useShownOnly(selectedUnderRef, filterKey, found, { selection, keep: onSelection, isBusy })
  const { rows } = found
  const chosen = rows.filter(({ id }) => selection.has(id))
  const onClose = (): void => onSelection(none)
  const params = { allowlist_id: list.id }
  const remove = async (): Promise<void> => {
    const ofUsers = chosen.filter(({ kind }) => kind === 'user').map(rowId)
    const ofKeys = chosen.filter(({ kind }) => kind !== 'user').map(rowId)
    if (ofUsers.length > 0) await users.mutateAsync({ params, body: { ids: ofUsers } })
    if (ofKeys.length > 0) await keys.mutateAsync({ params, body: { ids: ofKeys } })
    onClose()
  }
  const error = users.error ?? keys.error
  return (
    <>
      <BulkBar
        selected={selection.size}
        total={rows.length}
        onClose={onClose}
        actions={[{ label: t('Remove'), icon: IconTrash, isDanger: true, onClick: () => setAsked(true) }]}
      />
      <ConfirmDialog
        opened={isAsked}
        icon={IconTrash}
        title={chosen.length === 1 ? t('Remove 1 entry?') : t('Remove {{count}} entries?', { count: chosen.length })}
        confirmLabel={t('Remove')}
        keepLabel={t('Keep on the list')}
        isDanger
        isBusy={isBusy}
        count={{ of: chosen.length, from: countTypedAbove }}
        error={error === null ? null : failureText(removeAllowlistUsers.says.failed, error)}
        onClose={() => setAsked(false)}
        onConfirm={() => void remove().catch(() => undefined)}
      >
        {t('Their keys stop opening the locks of {{name}} as soon as each lock has the new list.', { name: list.name })}
      </ConfirmDialog>
    </>
  )
}
