import { Button } from '@mantine/core'
import type { Feedback } from '@wheelhouse/contract/feedback/feedback.ts'
import { t } from '../../i18n/i18n.ts'
import { StatusText } from '../../ui/details/status.tsx'
import { SectionHead } from '../../ui/frame/page.tsx'
import { Moment, Stars, Type } from './feedback-columns.tsx'
import classes from './feedback.module.css'

interface FeedbackLinesProps {
  items: readonly Feedback[]
  onOpen: (id: string) => void
}

/** The few that a page of something else shows. */
export const FeedbackLines = ({ items, onOpen }: FeedbackLinesProps) => (
  <section className={classes.lines} aria-label={t('Feedback')}>
    <SectionHead title={t('Feedback')} />
    <ul>
      {items.map((feedback) => (
        <li key={feedback.id}>
          <div className={classes.lineHead}>
            <Type type={feedback.type} />
            <strong>{feedback.subject}</strong>
            {feedback.rating !== null && <Stars rating={feedback.rating} />}
            <StatusText of="feedback" value={feedback.status} />
            <Moment at={feedback.created_at} />
          </div>
          {feedback.text !== '' && <p>{feedback.text}</p>}
          <Button size="xs" onClick={() => onOpen(feedback.id)}>
            {feedback.user_id === null ? t('Read') : t('Read and answer')}
          </Button>
        </li>
      ))}
    </ul>
  </section>
)
