import { lazyComponent } from '../../ui/base/lazy.tsx'
import { readerSentences } from './qr-labels.ts'

const QrReader = lazyComponent(() => import('../../ui/qr-reader/qr-reader.tsx').then((module) => module.QrReader))

interface ScannerProps {
  /** True: taken, reading ends. */
  onRead: (text: string) => boolean
  /** Why the last code was not taken. */
  problem?: string | null
}

/** The camera, with the sentences of the specification. */
export const Scanner = ({ onRead, problem = null }: ScannerProps) => (
  <QrReader onRead={onRead} problem={problem} sentences={readerSentences()} />
)
