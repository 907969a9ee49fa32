import { addFeedbackPhoto, feedbackPhotoBytesAtMost } from '@wheelhouse/contract/feedback/feedback.ts'
import { call, refetch } from '../../api/api.ts'
import { t } from '../../i18n/i18n.ts'
import { pushFailure } from '../../shell/messages.ts'
import { smallerPicture } from '../../ui/form/smaller-picture.ts'
import type { FeedbackRef } from './feedback-address.ts'

/** One after the other; the first that fails says why and ends it. */
export async function addPhotos(feedback: FeedbackRef, files: readonly File[]): Promise<void> {
  try {
    for (const file of files) {
      const blob = await smallerPicture(file, feedbackPhotoBytesAtMost)
      await call(addFeedbackPhoto, { params: { ...feedback }, body: { picture: await base64Of(blob) } })
    }
  } catch (error) {
    pushFailure(addFeedbackPhoto.says.failed, error)
  }
  if (files.length > 0) await refetch(addFeedbackPhoto.changes)
}

function base64Of(blob: Blob): Promise<string> {
  return new Promise((done, failed) => {
    const reader = new FileReader()
    reader.onload = () => done(String(reader.result).replace(/^[^,]*,/, ''))
    reader.onerror = () => failed(new Error(t('This photo cannot be read')))
    reader.readAsDataURL(blob)
  })
}
