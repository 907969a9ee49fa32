import { getOverstayRules, updateOverstayRules } from '@wheelhouse/contract/overstays/overstay-rules.ts'
import {
  callOffOverstay,
  cancelOverstayFee,
  carryOutRemoval,
  getOverstay,
  overstays,
  postponeOverstayStep,
  releaseBike,
  skipOverstayStep,
  undoOverstayStep,
  waiveOverstayFee,
} from '@wheelhouse/contract/overstays/overstays.ts'
import type { Overstay } from '@wheelhouse/contract/overstays/overstays.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import * as verbs from './overstays.ts'
import { overstayById, overstayList } from './queries.ts'
import { rulesOfRegion, updateRules } from './rules.ts'

const cells = {
  device: ({ device_type: type, device_number: number }: Overstay) => deviceName({ type, number }),
  fee: ({ fee_minor, currency }: Overstay) => amountCell(fee_minor, currency),
}

export function overstayRoutes(on: On): void {
  serveList(on, overstays, overstayList, { cells })
  serve(on, getOverstay, ({ params }, ctx) => overstayById(ctx, params.overstay_id))
  serve(on, skipOverstayStep, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.skipStep(ctx, id, body, version),
  )
  serve(on, postponeOverstayStep, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.postponeStep(ctx, id, body, version),
  )
  serve(on, undoOverstayStep, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.undoStep(ctx, id, body, version),
  )
  serve(on, callOffOverstay, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.callOff(ctx, id, body, version),
  )
  serve(on, cancelOverstayFee, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.cancelFee(ctx, id, body, version),
  )
  serve(on, waiveOverstayFee, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.waiveFee(ctx, id, body, version),
  )
  serve(on, carryOutRemoval, ({ params: { overstay_id: id }, body, version }, ctx) =>
    verbs.confirmRemoval(ctx, id, body, version),
  )
  serve(on, releaseBike, ({ params: { overstay_id: id }, body, version }, ctx) => verbs.release(ctx, id, body, version))
  serve(on, getOverstayRules, ({ params }, ctx) => rulesOfRegion(ctx, params.region_id))
  serve(on, updateOverstayRules, ({ params, body, version }, ctx) => updateRules(ctx, params.region_id, body, version))
}
