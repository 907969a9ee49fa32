import { Button } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useInDialog } from '../dialogs/dialog-closing.ts'
import classes from './form.module.css'
import { number, t } from '../base/translate.ts'

/** Fields that belong together, below a hairline. In a dialog its heading is the third, on a page the second. */
export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  const Heading = useInDialog() ? 'h3' : 'h2'
  return (
    <div className={classes.section} role="group" aria-label={title}>
      <Heading>{title}</Heading>
      {children}
    </div>
  )
}

type FootProps = {
  /** How many fields differ from what was read. */
  changes: number
  isNew: boolean
  isBusy: boolean
  saveLabel: string
  cancelLabel: string
  onCancel?: () => void
  /** An error that belongs to no field; the fields show their errors themselves. */
  error?: string
}

function changesLabel(changes: number): string {
  if (changes === 0) return ''
  return changes === 1 ? t('1 change') : t('{{count}} changes', { count: number(changes) })
}

/** Sticks to the lower edge: the count of changes, the way out, and Save once there is something to save. */
export const FormFoot = ({ changes, isNew, isBusy, saveLabel, cancelLabel, onCancel, error }: FootProps) => (
  <div className={classes.foot} data-foot>
    <div className={classes.footText}>
      {error !== undefined && (
        <p className={classes.wrong} role="alert">
          <IconAlertCircle size={14} aria-hidden />
          {error}
        </p>
      )}
      <span role="status">{changesLabel(changes)}</span>
    </div>
    {onCancel !== undefined && (
      <Button onClick={onCancel} disabled={isBusy}>
        {cancelLabel}
      </Button>
    )}
    {(isNew || changes > 0 || isBusy) && (
      <Button type="submit" variant="filled" loading={isBusy}>
        {saveLabel}
      </Button>
    )}
  </div>
)

/** A question in place of the foot, where a second dialog would lie above the first. */
export const FootQuestion = ({ question, children }: { question: string; children: ReactNode }) => (
  <div className={classes.foot} role="alertdialog" aria-label={question} data-foot>
    <div className={classes.footText}>
      <strong>{question}</strong>
    </div>
    {children}
  </div>
)

/** Input of before that an expired sign-in or a reload would have lost. */
export const DraftNotice = ({
  words,
  onRestore,
  onDiscard,
}: {
  words: string
  onRestore: () => void
  onDiscard: () => void
}) => (
  <div className={classes.notice} role="status">
    <span>{words}</span>
    <Button size="xs" onClick={onRestore}>
      {t('Restore')}
    </Button>
    <Button size="xs" variant="subtle" onClick={onDiscard}>
      {t('Discard')}
    </Button>
  </div>
)
