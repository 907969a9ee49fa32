import type { TablerIcon } from '@tabler/icons-react'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { isNeeds } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { InputOf, ReplyOf, Route, SayingRoute } from '@wheelhouse/contract/route.ts'
import { Button, IconButton } from '../ui/base/button.tsx'
import { ConfirmDialog } from '../ui/dialogs/confirm-dialog.tsx'
import type { ConfirmAnswer, ConfirmComment, ConfirmDialogProps } from '../ui/dialogs/confirm-dialog.tsx'
import { useWrite } from '../api/api.ts'
import { can } from '../session/can.ts'
import { currentView } from '../session/view-as.ts'
import { t } from '../i18n/i18n.ts'
import { failureText } from '../shell/messages.ts'
import { useUser } from '../stores/user-store.ts'

type Input<R extends Route> = InputOf<R> & { version?: number }

export interface ActionConfirm {
  /** The question, with the code: "Delete Balti jaam?" */
  title: string
  /** What happens, and to how many. */
  children?: ReactNode
  /** The label of the confirming button; by default the label of this button. */
  confirmLabel?: string
  keepLabel?: string
  /** It cannot be undone. */
  isDanger?: boolean
  reason?: ConfirmDialogProps['reason']
  comment?: ConfirmComment
  /** How many things it is done to; above 20 (or `from`) the person types the number. */
  count?: ConfirmDialogProps['count']
}

interface ActionButtonProps<R extends SayingRoute> {
  route: R
  /** What is sent; what was asked for in the confirmation goes in by the function. */
  input: Input<R> | ((answer: ConfirmAnswer) => Input<R>)
  label: string
  /** What a screen reader says, where the label alone does not tell which of several. It begins with the label. */
  name?: string
  icon?: TablerIcon
  /** Why it cannot be done now, from the contract's state table; the button says it. */
  reason?: string
  /** Rights beyond those of the route (a field's own level). */
  needs?: Needs
  confirm?: ActionConfirm
  /** Instead of the route's own sentence. */
  done?: string
  onDone?: (reply: ReplyOf<R>) => void
  onRefused?: (error: Error) => void
  variant?: 'filled' | 'default' | 'subtle'
  /** Only the icon is drawn, the label is its name: in rows. */
  isIconOnly?: boolean
}

/** Whether an action is offered at all: the right to call it, and any further one. The server decides row by row. */
export const useMayDo = (route: Pick<Route, 'access'>, needs?: Needs): boolean =>
  useUser(
    ({ userPermissions: map }) =>
      (!isNeeds(route.access) || can(map, route.access)) && (needs === undefined || can(map, needs)),
  )

/**
 * House style, example 9. Hidden without the right, disabled with its reason, else live; what is dangerous asks first.
 *
 * `<ActionButton route={deletePoint} input={{ params, version }} label={t('Delete')} confirm={{ title, isDanger: true }} />`
 */
export function ActionButton<R extends SayingRoute>(props: ActionButtonProps<R>) {
  const may = useMayDo(props.route, props.needs)
  return may ? <Offered {...props} /> : null
}

/** The button stays, because the other would see it; it does nothing for those who only look. */
export function readOnlyReason(): string | undefined {
  const view = currentView()
  return view === null ? undefined : t('Read only: you see the console as {{name}}', { name: view.name })
}

const noAnswer: ConfirmAnswer = { reason: null, comment: '' }

function Offered<R extends SayingRoute>({
  route,
  input,
  reason,
  confirm,
  done,
  onDone,
  onRefused,
  ...look
}: ActionButtonProps<R>) {
  const [isOpen, setOpen] = useState(false)
  // The question shows its own failure; without one it is a message.
  const write = useWrite(route, { isQuiet: confirm !== undefined, done })
  const run = (answer: ConfirmAnswer): void => {
    if (write.isPending) return
    write.mutate(typeof input === 'function' ? input(answer) : input, {
      onSuccess: (reply) => {
        setOpen(false)
        onDone?.(reply)
      },
      onError: (error) => onRefused?.(error),
    })
  }
  const start = (): void => {
    write.reset()
    if (confirm === undefined) run(noAnswer)
    else setOpen(true)
  }
  return (
    <>
      <Trigger
        {...look}
        reason={reason ?? readOnlyReason()}
        isBusy={write.isPending && !isOpen}
        isDanger={confirm?.isDanger === true}
        onClick={start}
      />
      {confirm !== undefined && (
        <ConfirmDialog
          {...confirm}
          opened={isOpen}
          icon={look.icon}
          confirmLabel={confirm.confirmLabel ?? look.label}
          keepLabel={confirm.keepLabel ?? t('Cancel')}
          isBusy={write.isPending}
          error={write.error === null ? null : failureText(route.says.failed, write.error)}
          onClose={() => setOpen(false)}
          onConfirm={run}
        />
      )}
    </>
  )
}

interface TriggerProps extends Pick<
  ActionButtonProps<SayingRoute>,
  'label' | 'name' | 'icon' | 'variant' | 'isIconOnly' | 'reason'
> {
  isBusy: boolean
  isDanger: boolean
  onClick: () => void
}

/** A button that cannot be pressed keeps its place in the order of Tab, so that its reason can be read there. */
function Trigger({
  label,
  name,
  icon: Icon,
  variant = 'default',
  isIconOnly,
  reason,
  isBusy,
  isDanger,
  onClick,
}: TriggerProps) {
  const id = useId()
  const isStopped = reason !== undefined
  const state = {
    variant: isIconOnly ? 'subtle' : variant,
    isLoading: isBusy,
    'data-tip': reason ?? (isIconOnly ? label : undefined),
    'data-disabled': isStopped || undefined,
    'data-danger': (isDanger && !isStopped && variant !== 'filled') || undefined,
    'aria-disabled': isStopped || undefined,
    'aria-describedby': isStopped ? id : undefined,
    onClick: isStopped ? undefined : onClick,
  } as const
  const glyph = Icon && <Icon size={15} aria-hidden />
  return (
    <>
      {isIconOnly ? (
        <IconButton {...state} aria-label={label}>
          {glyph}
        </IconButton>
      ) : (
        <Button {...state} aria-label={name} leftSection={glyph}>
          {label}
        </Button>
      )}
      {isStopped && (
        <span id={id} className="visually-hidden">
          {reason}
        </span>
      )}
    </>
  )
}
