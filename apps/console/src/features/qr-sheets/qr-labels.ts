import { t } from '../../i18n/i18n.ts'

export const qrMustBeValid = (): string => t('QR must be valid')

/** What the reader of QR codes says when it fails (spec section 8). */
export const readerSentences = () => ({
  several: t('Multiple QR codes detected, please try again'),
  cameraFailed: t('Accessing camera failed, check camera permissions'),
  noneInPicture: qrMustBeValid(),
})
