import { lazyComponent } from '../../ui/base/lazy.tsx'
import { otherMessages } from '../../shell/failures.ts'
import { t } from '../../i18n/i18n.ts'

const QrReader = lazyComponent(() => import('../../ui/qr-reader/qr-reader.tsx').then((module) => module.QrReader))

interface ScannerProps {
  /** True: taken, reading ends. */
  onRead: (text: string) => boolean
  /** Why the last code was not taken. */
  problem?: string | null
}

/** The camera, with the sentences of the specification. */
export const Scanner = ({ onRead, problem = null }: ScannerProps) => (
  <QrReader
    onRead={onRead}
    problem={problem}
    sentences={{
      several: t(otherMessages.severalQrCodes),
      cameraFailed: t(otherMessages.cameraFailed),
      noneInPicture: t(otherMessages.qrMustBeValid),
    }}
  />
)
