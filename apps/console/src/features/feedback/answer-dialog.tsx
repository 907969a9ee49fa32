import { IconMessageReply } from '@tabler/icons-react'
import { answerAtMost, answerFeedback } from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackDetails } from '@wheelhouse/contract/feedback/feedback.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { TextAreaField } from '../../ui/form/text-fields.tsx'
import type { FeedbackRef } from './feedback-address.ts'
import classes from './feedback.module.css'

interface AnswerDialogProps {
  feedback: FeedbackDetails
  of: FeedbackRef
  onClose: () => void
}

/** The answer is a message in the rider's inbox; what they wrote is above it while it is written. */
export const AnswerDialog = ({ feedback, of, onClose }: AnswerDialogProps) => (
  <Dialog
    opened
    onClose={onClose}
    title={t('Answer {{name}}', { name: feedback.user_name ?? '' })}
    icon={IconMessageReply}
    size={560}
  >
    <ContractForm
      route={answerFeedback}
      params={{ ...of }}
      version={feedback.version}
      defaults={{ text: '' }}
      saveLabel={t('Send answer')}
      onDone={onClose}
      onCancel={onClose}
    >
      <blockquote className={classes.quote}>
        <strong>{feedback.subject}</strong>
        {feedback.text !== '' && <p>{feedback.text}</p>}
      </blockquote>
      <TextAreaField
        name="text"
        label={t('Answer')}
        maxLength={answerAtMost}
        help={t('Sent to the inbox of the app, with a notification if push is set up.')}
      />
    </ContractForm>
  </Dialog>
)
