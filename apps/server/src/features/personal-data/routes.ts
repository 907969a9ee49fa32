import { deleteUser, exportPersonalData } from '@wheelhouse/contract/personal-data/personal-data.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serveFile } from '../../http/serve-file.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { deletePerson, exportPerson } from './personal-data.ts'

const exportsAMinute = 10

export function personalDataRoutes(on: On): void {
  serve(on, deleteUser, ({ params, version }, ctx) => deletePerson(ctx, params.user_id, version))
  serveFile({ ...on, pace: paceOf(on, exportsAMinute) }, exportPersonalData, ({ params }, ctx) =>
    exportPerson(ctx, params.user_id),
  )
}
