import { Rating } from '@mantine/core'
import { IconMessageStar, IconStar, IconStarFilled } from '@tabler/icons-react'
import { useState } from 'react'
import { createFeedback, feedbackPhotosAtMost, feedbackTypes } from '@wheelhouse/contract/feedback/feedback.ts'
import { ContractForm } from '../../forms/contract-form.tsx'
import { t } from '../../i18n/i18n.ts'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { SelectField } from '../../ui/form/choice-fields.tsx'
import type { Option } from '../../ui/form/choice-fields.tsx'
import { FieldFrame } from '../../ui/form/field-frame.tsx'
import { useField } from '../../ui/form/form-state.ts'
import { PhotosToAdd } from '../../ui/form/photos-to-add.tsx'
import { TextAreaField, TextField } from '../../ui/form/text-fields.tsx'
import { typeLabels } from './feedback-labels.ts'
import { addPhotos } from './feedback-photos.ts'
import classes from './feedback.module.css'

interface NewFeedbackDialogProps {
  userId: string
  userName: string
  /** The stays and rides of this rider from which to choose; empty where the dialog was opened at one. */
  sessions: readonly Option[]
  /** The stay or ride at which the dialog was opened. */
  sessionId?: string
  onClose: () => void
}

const types = feedbackTypes.map((value) => {
  const { word, icon: Icon } = typeLabels[value]
  return { value, label: t(word), glyph: <Icon size={14} aria-hidden /> }
})

/** The feedback form of the riders' app. Staff fill it in for a rider on the telephone or at the dock. */
export function NewFeedbackDialog({ userId, userName, sessions, sessionId, onClose }: NewFeedbackDialogProps) {
  const [photos, setPhotos] = useState<readonly File[]>([])
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('New feedback from {{name}}', { name: userName })}
      icon={IconMessageStar}
      size={560}
    >
      <ContractForm
        route={createFeedback}
        params={{ user_id: userId }}
        defaults={{ type: 'problem', subject: '', text: '', rating: null, session_id: sessionId ?? null }}
        saveLabel={t('Create')}
        onDone={({ id }) => {
          // They follow their feedback: nobody waits for a slow upload.
          void addPhotos({ user_id: userId, feedback_id: id }, photos)
          onClose()
        }}
        onCancel={onClose}
      >
        <SelectField name="type" label={t('Type')} options={types} />
        <TextField name="subject" label={t('Subject')} maxLength={80} />
        <TextAreaField name="text" label={t('Text')} maxLength={2000} help={t('In the words that the rider used.')} />
        {sessions.length > 0 && (
          <SelectField
            name="session_id"
            label={t('Session')}
            options={sessions}
            placeholder={t('None')}
            help={t('The parking session or rental that the feedback is about.')}
            isClearable
          />
        )}
        <RatingField />
        <PhotosToAdd photos={photos} atMost={feedbackPhotosAtMost} onChange={setPhotos} />
      </ContractForm>
    </Dialog>
  )
}

function RatingField() {
  const label = t('Rating')
  const { id, value, error, set, isBusy, isOptional } = useField<number | null>({ name: 'rating', label, show: String })
  return (
    <FieldFrame id={id} label={label} error={error} isOptional={isOptional} isGroup>
      <Rating
        className={classes.rating}
        value={value ?? 0}
        onChange={(stars) => set(stars === 0 ? null : stars)}
        readOnly={isBusy}
        allowClear
        fullSymbol={<IconStarFilled size={20} />}
        emptySymbol={<IconStar size={20} stroke={1.5} />}
        getSymbolLabel={(stars) => (stars === 0 ? t('No rating') : t('{{value}} of 5', { value: stars }))}
      />
    </FieldFrame>
  )
}
