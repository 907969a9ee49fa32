import {
  acknowledgeOutage,
  assignOutage,
  currentOutages,
  getOutage,
  muteOutage,
  outages,
  unmuteOutage,
} from '@wheelhouse/contract/outages/outages.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { acknowledge, assign, mute, unmute } from './handling.ts'
import { currentOutagesOf, outageById, outageList } from './queries.ts'

export function outageRoutes(on: On): void {
  serveList(on, outages, outageList)
  serve(on, currentOutages, ({ params }, ctx) => currentOutagesOf(ctx, params.location_id))
  serve(on, getOutage, ({ params }, ctx) => outageById({ db: ctx.db, now: ctx.clock.now() }, params))
  serve(on, acknowledgeOutage, ({ params, body, version }, ctx) => acknowledge(ctx, params, body.note, version))
  serve(on, assignOutage, ({ params, body, version }, ctx) => assign(ctx, params, body, version))
  serve(on, muteOutage, ({ params, body, version }, ctx) => mute(ctx, params, body, version))
  serve(on, unmuteOutage, ({ params, version }, ctx) => unmute(ctx, params, version))
}
