import { t } from '../../i18n/i18n.ts'
import { SectionHead } from '../../ui/frame/page.tsx'
import { FeedbackOf } from './feedback-of.tsx'
import { NewFeedback } from './new-feedback.tsx'

interface UserFeedbackProps {
  userId: string
  /** Whether some is being written down, which is a part of the address. */
  isWriting: boolean
  onWriting: (isWriting: boolean) => void
}

/** What one person wrote, and what staff wrote down for them. */
export const UserFeedback = ({ userId, isWriting, onWriting }: UserFeedbackProps) => (
  <>
    <SectionHead
      title={t('Feedback')}
      actions={<NewFeedback userId={userId} isWriting={isWriting} onWriting={onWriting} />}
    />
    <FeedbackOf query={{ user_id: userId }} />
  </>
)
