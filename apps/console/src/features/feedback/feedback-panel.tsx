import { Button } from '@mantine/core'
import { IconCheck, IconHandStop, IconMessageReply, IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import {
  addFeedbackPhoto,
  answerFeedback,
  canAnswer,
  feedbackPhotosAtMost,
  getFeedback,
  nextFeedbackStatuses,
  setFeedbackStatus,
} from '@wheelhouse/contract/feedback/feedback.ts'
import type { FeedbackDetails, FeedbackStatus } from '@wheelhouse/contract/feedback/feedback.ts'
import { refetch } from '../../api/api.ts'
import { ActionButton } from '../../forms/action-button.tsx'
import { config } from '../../http/config.ts'
import { useFormat } from '../../i18n/format.ts'
import { t } from '../../i18n/i18n.ts'
import { notFoundText } from '../../i18n/not-found.ts'
import { ThingPanel } from '../../live/thing-panel.tsx'
import { useLive } from '../../live/use-live.ts'
import { useCanCall } from '../../session/can.ts'
import { CopyableId } from '../../ui/details/copyable-id.tsx'
import { KeyValueGrid } from '../../ui/details/key-values.tsx'
import { StatusText } from '../../ui/details/status.tsx'
import { RelativeTime } from '../../ui/details/time.tsx'
import { SidePanel } from '../../ui/dialogs/side-panel.tsx'
import { PhotoButton } from '../../ui/form/photos-to-add.tsx'
import { Skeleton } from '../../ui/frame/states.tsx'
import { PhotoView } from '../../ui/photo-viewer/photo-view.tsx'
import { LocationLink } from '../locations/location-link.tsx'
import { UserLink } from '../users/user-link.tsx'
import { AnswerDialog } from './answer-dialog.tsx'
import { refOf } from './feedback-address.ts'
import type { FeedbackRef } from './feedback-address.ts'
import { About, Stars, Type } from './feedback-columns.tsx'
import { addPhotos } from './feedback-photos.ts'
import classes from './feedback.module.css'

interface OpenFeedbackProps {
  id: string
  /** Events belong to another feature: the application puts them in. */
  history?: ((feedback: FeedbackRef) => ReactNode) | undefined
  onClose: () => void
}

/** One feedback beside its list: what the rider wrote, about what, and what was answered. */
export function OpenFeedback({ id, history, onClose }: OpenFeedbackProps) {
  const feedback = useLive(getFeedback, { params: { feedback_id: id } }, { isQuiet: true })
  return (
    <ThingPanel
      query={feedback}
      failed={getFeedback.says.failed}
      missing={notFoundText(t('feedback'))}
      bones={<Skeleton lines={10} />}
      title={t('Feedback')}
      onClose={onClose}
    >
      {(found) => <Panel feedback={found} history={history} onClose={onClose} />}
    </ThingPanel>
  )
}

interface PanelProps extends Omit<OpenFeedbackProps, 'id'> {
  feedback: FeedbackDetails
}

function Panel({ feedback, history, onClose }: PanelProps) {
  const [isAnswering, setAnswering] = useState(false)
  const ref = refOf(feedback)
  const { user_id, user_name, location_id, location_label, location_code, answer_text, answered_at } = feedback
  return (
    <SidePanel
      onClose={onClose}
      title={feedback.subject}
      trailing={<StatusText of="feedback" value={feedback.status} />}
      actions={ref && <Actions feedback={feedback} of={ref} onAnswer={() => setAnswering(true)} />}
    >
      {feedback.text !== '' && <p className={classes.text}>{feedback.text}</p>}
      <Photos feedback={feedback} />
      {answer_text !== null && answered_at !== null && (
        <section className={classes.answer} aria-label={t('Answer')}>
          <h3>
            {t('Answer')} <span>{feedback.answered_by_name}</span> <RelativeTime at={answered_at} />
          </h3>
          <p>{answer_text}</p>
        </section>
      )}
      <KeyValueGrid
        items={[
          { label: t('Type'), value: <Type type={feedback.type} /> },
          { label: t('Rating'), value: feedback.rating === null ? null : <Stars rating={feedback.rating} /> },
          {
            label: t('User'),
            value: user_id === null || user_name === null ? null : <UserLink id={user_id} name={user_name} />,
          },
          { label: t('Session'), value: <About {...feedback} /> },
          {
            label: t('Location'),
            value: location_id && (
              <LocationLink id={location_id} label={location_label ?? ''} code={location_code ?? undefined} />
            ),
          },
          { label: t('Created'), value: <RelativeTime at={feedback.created_at} /> },
          ...(feedback.recorded_by_name === null
            ? []
            : [{ label: t('Recorded by'), value: feedback.recorded_by_name }]),
          { label: t('Updated'), value: <RelativeTime at={feedback.updated_at} /> },
          { label: t('ID'), value: <CopyableId id={feedback.id} isMono /> },
        ]}
      />
      {history && ref && (
        <section className={classes.part}>
          <h3>{t('Event history')}</h3>
          {history(ref)}
        </section>
      )}
      {isAnswering && ref && <AnswerDialog feedback={feedback} of={ref} onClose={() => setAnswering(false)} />}
    </SidePanel>
  )
}

interface ActionsProps {
  feedback: FeedbackDetails
  of: FeedbackRef
  onAnswer: () => void
}

function Actions({ feedback, of, onAnswer }: ActionsProps) {
  const mayAnswer = useCanCall(answerFeedback)
  const mayAdd = useCanCall(addFeedbackPhoto) && feedback.photos < feedbackPhotosAtMost
  const [isAdding, setAdding] = useState(false)
  const next = nextFeedbackStatuses[feedback.status]
  const move = (status: FeedbackStatus) => ({
    route: setFeedbackStatus,
    input: { params: { ...of }, version: feedback.version, body: { status } },
  })
  return (
    <>
      {next.includes('in_progress') && (
        <ActionButton
          {...move('in_progress')}
          label={feedback.status === 'new' ? t('Start work') : t('Reopen')}
          icon={feedback.status === 'new' ? IconHandStop : IconRefresh}
        />
      )}
      {next.includes('closed') && (
        <ActionButton {...move('closed')} label={t('Close')} name={t('Close feedback')} icon={IconCheck} />
      )}
      {mayAdd && (
        <PhotoButton
          isBusy={isAdding}
          onFiles={async (files) => {
            setAdding(true)
            await addPhotos(of, files)
            setAdding(false)
          }}
        />
      )}
      {mayAnswer && canAnswer(feedback.status) && (
        <Button variant="filled" leftSection={<IconMessageReply size={15} aria-hidden />} onClick={onAnswer}>
          {t('Answer')}
        </Button>
      )}
    </>
  )
}

function Photos({ feedback }: { feedback: FeedbackDetails }) {
  const [openId, setOpenId] = useState<string | null>(null)
  const { moment } = useFormat()
  const { photo_list: photos, created_at } = feedback
  const address = (url: string): string => `${config().api_url}${url}`
  const alt = (at: number): string => t('Photo {{number}} of {{name}}', { number: at + 1, name: feedback.subject })
  if (photos.length === 0) return null
  return (
    <>
      <ul className={classes.photos}>
        {photos.map(({ id, url }, at) => (
          <li key={id}>
            <button type="button" onClick={() => setOpenId(id)} aria-label={alt(at)}>
              <img src={address(url)} alt="" loading="lazy" />
            </button>
          </li>
        ))}
      </ul>
      <PhotoView
        photos={photos.map(({ id, url }, at) => ({
          id,
          address: address(url),
          alt: alt(at),
          when: moment(created_at),
        }))}
        openId={openId}
        onOpen={setOpenId}
        onClose={() => setOpenId(null)}
        onRenew={() => void refetch([getFeedback])}
      />
    </>
  )
}
