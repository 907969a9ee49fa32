import { t } from '../base/translate.ts'

/** Enough to read a serial number, and a tenth of what a phone takes. */
const longestSide = 2048
const quality = 0.85

/** Drawn again as a JPEG: smaller, upright, and without the place and the device that the camera wrote into it. */
export async function smallerPicture(file: File, bytesAtMost: number): Promise<Blob> {
  const blob = await drawn(file).catch(() => null)
  if (blob === null || blob.size > bytesAtMost) throw new Error(t('This photo cannot be read'))
  return blob
}

async function drawn(file: File): Promise<Blob | null> {
  const picture = await createImageBitmap(file)
  const scale = Math.min(1, longestSide / Math.max(picture.width, picture.height))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(picture.width * scale))
  canvas.height = Math.max(1, Math.round(picture.height * scale))
  canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height)
  picture.close()
  return new Promise((done) => canvas.toBlob(done, 'image/jpeg', quality))
}
