import { AppError } from '@wheelhouse/contract/errors.ts'
import { printQrSheet } from '@wheelhouse/contract/qr-sheets/qr-sheets.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serveFile } from '../../http/serve-file.ts'
import type { On } from '../../http/serve.ts'
import { labelsOf } from './queries.ts'
import { drawQrSheet } from './sheet.ts'

/** A sheet of a thousand labels takes seconds to draw. */
const sheetsAMinute = 20

export function qrSheetRoutes(on: On): void {
  serveFile({ ...on, pace: paceOf(on, sheetsAMinute) }, printQrSheet, async ({ params, query }, ctx) => {
    const labels = await labelsOf(ctx, params.location_id, query)
    const [first] = labels
    if (!first) throw new AppError('no_qr_codes')
    const name = `qr-codes-${first.device_code.slice(0, 6)}.pdf`
    return { name, bytes: drawQrSheet(labels, query.size, query.skip, ctx.clock.now()) }
  })
}
