import { countTypedAbove, forOperationsAbove, operationsHold } from '@wheelhouse/contract/commands/command-bodies.ts'
import type { FormErrors } from '../../forms/contract-form-values.ts'
import { t } from '../../i18n/i18n.ts'
import { useCan } from '../../session/can.ts'
import type { FormValues } from '../../ui/form/form-state.ts'
import { TextField } from '../../ui/form/text-fields.tsx'
import { wavesOf } from './wave-words.ts'
import classes from './rentals.module.css'

const numberIn = (typed: unknown): number => Number(String(typed).replace(/\D/g, ''))

/** What a dangerous command to many asks besides its own fields (screens: dangerous actions). */
export function useDangerousBulk(count: string) {
  const vehicles = numberIn(count)
  const isCounted = vehicles > countTypedAbove
  const isOperations = useCan(operationsHold)
  const isStopped = vehicles > forOperationsAbove && !isOperations
  return {
    defaults: { typed: '' },
    bodyOf: ({ typed, ...rest }: FormValues): FormValues => (isCounted ? { ...rest, count: numberIn(typed) } : rest),
    check({ typed }: FormValues): FormErrors | null {
      if (isStopped) return { '': onlyOperations() }
      return isCounted && numberIn(typed) !== vehicles ? { typed: t('Type {{count}} to confirm', { count }) } : null
    },
    fields: (
      <>
        {isStopped && (
          <p className={classes.stopped} role="note">
            {onlyOperations()}
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

const onlyOperations = (): string =>
  t('Only operations can send a dangerous command to more than {{count}} devices.', { count: forOperationsAbove })
