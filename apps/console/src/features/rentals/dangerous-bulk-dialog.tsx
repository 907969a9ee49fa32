import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps, ReactNode } from 'react'
import {
  commandsInAll,
  countTypedAbove,
  forOperationsAbove,
  operationsHold,
} from '@wheelhouse/contract/commands/command-bodies.ts'
import type { FormErrors } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { BulkForm } from '../../lists/bulk-form.tsx'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { useCan } from '../../session/can.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { actionLabel } from '../permissions/action-labels.ts'
import { wavesOf } from './wave-words.ts'
import classes from './rentals.module.css'

interface DangerousBulkDialogProps extends Pick<ComponentProps<typeof BulkForm>, 'schema' | 'defaults' | 'routeOf'> {
  bulk: BulkDialogProps
  title: string
  icon: TablerIcon
  label: string
  /** What happens, and to which of them. */
  effect: string
  /** Its own fields. */
  children: ReactNode
}

/** A dangerous command to all vehicles that are selected: its fields, their number, and who may send it. */
export function DangerousBulkDialog({
  bulk: { count, ...bulk },
  title,
  icon,
  label,
  effect,
  defaults,
  children,
  ...form
}: DangerousBulkDialogProps) {
  const dangerous = useDangerousBulk({ count, ids: bulk.ids })
  return (
    <Dialog opened onClose={bulk.onClose} title={title} icon={icon} size={480} isDanger isBusy={bulk.isBusy}>
      <BulkForm
        {...bulk}
        {...form}
        defaults={{ ...defaults, ...dangerous.defaults }}
        bodyOf={dangerous.bodyOf}
        check={dangerous.check}
        isStopped={dangerous.isStopped}
        sendLabel={() => label}
        isDanger={() => true}
      >
        <p className={classes.effect}>{effect}</p>
        {children}
        {dangerous.fields}
      </BulkForm>
    </Dialog>
  )
}

const numberIn = (typed: unknown): number => Number(String(typed).replace(/\D/g, ''))

/**
 * What a dangerous command to many asks besides its own fields (screens: dangerous actions). `ids` are the vehicles that are
 * chosen one by one.
 */
function useDangerousBulk({ count, ids }: Pick<BulkDialogProps, 'count' | 'ids'>) {
  const vehicles = numberIn(count)
  const isOperations = useCan(operationsHold)
  const refusal = refusalOf(vehicles, ids.length, isOperations)
  const isStopped = refusal !== null
  const isCounted = vehicles > countTypedAbove && !isStopped
  return {
    defaults: { typed: '' },
    bodyOf: ({ typed, ...rest }: FormValues): FormValues => (isCounted ? { ...rest, count: numberIn(typed) } : rest),
    isStopped,
    check({ typed }: FormValues): FormErrors | null {
      return isCounted && numberIn(typed) !== vehicles ? { typed: t('Type {{count}} to confirm', { count }) } : null
    },
    fields: (
      <>
        {isStopped && (
          <p className={classes.stopped} role="note">
            {refusal}
          </p>
        )}
        {!isStopped &&
          wavesOf(vehicles).map((words) => (
            <p key={words} className={classes.effect}>
              {words}
            </p>
          ))}
        {isCounted && <TextField name="typed" label={t('Type {{count}} to continue', { count })} />}
      </>
    ),
  }
}

/** Why it cannot be sent whatever the form says. */
function refusalOf(vehicles: number, chosen: number, isOperations: boolean): string | null {
  if (vehicles > forOperationsAbove && !isOperations)
    return t(
      'To send this command to more than {{count}} devices, you need the permission “{{permission}}” on locations.',
      { count: forOperationsAbove, permission: actionLabel('location', 'FORCESTATUS') },
    )
  return chosen > commandsInAll ? t('At most {{count}} devices at once', { count: commandsInAll }) : null
}
