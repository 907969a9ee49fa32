import {
  commandsInAll,
  countTypedAbove,
  forOperationsAbove,
  operationsHold,
} from '@wheelhouse/contract/commands/command-bodies.ts'
import type { FormErrors } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import type { BulkDialogProps } from '../../lists/list-bulk.ts'
import { useCan } from '../../session/can.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { wavesOf } from './wave-words.ts'
import classes from './rentals.module.css'

const numberIn = (typed: unknown): number => Number(String(typed).replace(/\D/g, ''))

/**
 * What a dangerous command to many asks besides its own fields (screens: dangerous actions). `ids` are the vehicles that are
 * chosen one by one.
 */
export function useDangerousBulk({ count, ids }: Pick<BulkDialogProps, 'count' | 'ids'>) {
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
    return t('Only operations can send a dangerous command to more than {{count}} devices.', {
      count: forOperationsAbove,
    })
  return chosen > commandsInAll ? t('At most {{count}} devices at once', { count: commandsInAll }) : null
}
