import { Button } from '@mantine/core'
import type { Intake } from '@wheelhouse/contract/intake/intake.ts'
import { ApiError, errorCodeOf } from '../../http/api-error.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { lookOf } from '../../ui/details/status-styles.ts'
import classes from './intake.module.css'

export const isDecided = (error: unknown): boolean =>
  error instanceof ApiError && errorCodeOf(error) === 'intake_decided'

interface DecidedProps {
  intake: Intake
  /** Hardware that was added to the mesh was refused; the mesh itself was decided on before. */
  isAdditionRefused: boolean
  onClose: () => void
}

/** The dialog was open before: it gives no focus to what comes into it later. */
const focus = (button: HTMLButtonElement | null): void => button?.focus()

/** In place of a decision that came too late: what another person decided. */
export function Decided({ intake, isAdditionRefused, onClose }: DecidedProps) {
  const { dateTime } = useFormat()
  const { decided_at } = intake
  return (
    <div className={classes.decided}>
      <p className={classes.lead} role="alert">
        {isAdditionRefused
          ? t('Another person refused this hardware first.')
          : decidedText(intake, decided_at === null ? '' : dateTime(decided_at))}
      </p>
      <div className={classes.verbs}>
        <Button ref={focus} onClick={onClose}>
          {t('Close')}
        </Button>
      </div>
    </div>
  )
}

/** Exported for its test. */
export function decidedText({ state, decided_by_name }: Pick<Intake, 'state' | 'decided_by_name'>, at: string): string {
  return t('{{name}} decided first, {{at}}: {{state}}. Your decision was not applied.', {
    name: decided_by_name ?? t('Another person'),
    at,
    state: t(lookOf('intake', state).word),
  })
}
