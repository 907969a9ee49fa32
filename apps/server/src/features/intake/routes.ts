import {
  acceptIntake as acceptRoute,
  intakes,
  refuseIntake as refuseRoute,
} from '@wheelhouse/contract/intake/intake.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { acceptIntake, refuseIntake } from './decisions.ts'
import { intakeList } from './queries.ts'

export function intakeRoutes(on: On): void {
  serveList(on, intakes, intakeList)
  serve(on, acceptRoute, ({ params, body }, ctx) => acceptIntake(ctx, params.intake_id, body))
  serve(on, refuseRoute, ({ params, body }, ctx) => refuseIntake(ctx, params.intake_id, body))
}
