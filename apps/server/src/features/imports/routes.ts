import { importFile, previewImport } from '@wheelhouse/contract/imports/imports.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { importRows, previewOf } from './imports.ts'

/** A file is up to a thousand edits, and one import waits for the other. */
const importsAMinute = 20

export function importRoutes(given: On): void {
  const on = { ...given, pace: paceOf(given, importsAMinute) }
  serve(on, previewImport, ({ body }, ctx) => previewOf(ctx, body))
  serve(on, importFile, ({ body }, ctx) => importRows(ctx, body))
}
