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
import type { EntryRef } from './entry-address.ts'

/** Enough to read a serial number, and a tenth of what a phone takes. */
const longestSide = 2048
const quality = 0.85

/** Drawn again as a JPEG: smaller, upright, and without the place and the device that the camera wrote into it. */
async function smaller(file: File): Promise<Blob> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', quality))
  if (blob === null || blob.size > logPhotoBytesAtMost) throw new Error(t('This picture cannot be read'))
  return blob
}

/** Sends one photo of an entry; says whether it worked. */
async function addPhoto(entry: EntryRef, file: File): Promise<boolean> {
  const { failed } = uploadLogPhoto.says
  try {
    const picture = await smaller(file).catch(() => {
      throw new Error(t('This picture cannot be read'))
    })
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
