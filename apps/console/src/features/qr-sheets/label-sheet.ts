import { useState } from 'react'
import { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import type { QrSheetSize } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { downloadFile } from '../../api/file-download.ts'
import { pushFailure } from '../../shell/messages.ts'

/** A PDF with a label for each of these devices; none means all of the location. */
export function usePrintLabels(locationId: string, code: string) {
  const [isBusy, setBusy] = useState(false)
  const now = (deviceIds: readonly string[], size: QrSheetSize = 'large', skip = 0): Promise<boolean> => {
    setBusy(true)
    return downloadFile(
      printQrSheet,
      { params: { location_id: locationId }, query: { device_id: [...deviceIds], size, skip } },
      `qr-codes-${code}.pdf`,
    )
      .then(
        () => true,
        (error: unknown) => (pushFailure(printQrSheet.says.failed, error), false),
      )
      .finally(() => setBusy(false))
  }
  return { now: (...asked: Parameters<typeof now>) => void now(...asked), ask: now, isBusy }
}
