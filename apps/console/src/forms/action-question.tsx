import type { TablerIcon } from '@tabler/icons-react'
import type { AnyInput, Route, SayingRoute } from '@wheelhouse/contract/route.ts'
import { useWrite } from '../api/api.ts'
import { t } from '../i18n/i18n.ts'
import { failureText } from '../shell/messages.ts'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import type { ActionConfirm } from './action-button.tsx'

interface ActionQuestionProps {
  route: SayingRoute
  input: AnyInput & { version?: number }
  label: string
  icon: TablerIcon
  confirm: ActionConfirm
  onDone: () => void
  onClose: () => void
}

/** The question of an action that a menu offers; `ActionButton` asks its own. */
export function ActionQuestion(props: ActionQuestionProps) {
  const { route, input, label, icon, confirm, onDone, onClose } = props
  const write = useWrite<Route>(route, { isQuiet: true })
  return (
    <ConfirmDialog
      {...confirm}
      opened
      icon={icon}
      confirmLabel={confirm.confirmLabel ?? label}
      keepLabel={confirm.keepLabel ?? t('Cancel')}
      isBusy={write.isPending}
      error={write.error === null ? null : failureText(route.says.failed, write.error)}
      onClose={onClose}
      onConfirm={() => !write.isPending && write.mutate(input, { onSuccess: onDone })}
    />
  )
}
