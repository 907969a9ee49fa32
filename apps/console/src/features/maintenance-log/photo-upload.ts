import {
  createLogPhotoUpload,
  logPhotoBytesAtMost,
  uploadLogPhoto,
} from '@wheelhouse/contract/maintenance-log/entry-photos.ts'
import { call, refetch } from '../../api/api.ts'
import { answerError, networkError } from '../../http/api-error.ts'
import { config } from '../../http/config.ts'
import { pushFailure, pushSuccess } from '../../shell/messages.ts'
import { t } from '../../i18n/i18n.ts'
import { smallerPicture } from '../../ui/form/smaller-picture.ts'
import type { EntryRef } from './entry-address.ts'

/** Sends one photo of an entry; says whether it worked. */
async function addPhoto(entry: EntryRef, file: File): Promise<boolean> {
  const { failed } = uploadLogPhoto.says
  try {
    const picture = await smallerPicture(file, logPhotoBytesAtMost)
    const { url } = await call(createLogPhotoUpload, { params: { ...entry } })
    const response = await fetch(config().api_url + url, {
      method: uploadLogPhoto.method,
      headers: { 'content-type': 'image/jpeg' },
      body: picture,
    }).catch(() => {
      throw networkError()
    })
    if (!response.ok) throw answerError(response.status, await response.json().catch(() => null))
    pushSuccess(t(uploadLogPhoto.says.done))
    await refetch(uploadLogPhoto.changes)
    return true
  } catch (error) {
    pushFailure(failed, error)
    return false
  }
}

/** One after the other; the first that fails says why and ends it. */
export async function addPhotos(entry: EntryRef, files: readonly File[]): Promise<void> {
  for (const file of files) if (!(await addPhoto(entry, file))) return
}
