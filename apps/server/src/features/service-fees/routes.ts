import { certain } from '@wheelhouse/contract/certain.ts'
import { feeOwners } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import { serviceFeesOf } from '@wheelhouse/contract/service-fees/service-fees.ts'
import type { FeeOwner } from '@wheelhouse/contract/service-fees/fee-rules.ts'
import type { ServiceFee } from '@wheelhouse/contract/service-fees/service-fees.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveEvents } from '../events/serve-events.ts'
import { activeTotals, feeById, feeLists } from './queries.ts'
import type { Payer } from './queries.ts'
import * as fees from './service-fees.ts'

type Params = Record<string, string>
const payerIn = (type: FeeOwner, params: Params): Payer => ({ type, id: certain(params[`${type}_id`]) })
const feeIn = (type: FeeOwner, params: Params): fees.FeeRef => ({
  payer: payerIn(type, params),
  id: certain(params[`${type}_fee_id`]),
})

const feeCells = { fee: ({ fee, currency }: ServiceFee) => amountCell(fee, currency) }

/** Serves the same calls for both kinds of payers; the right is checked on the one in the address. */
export function serviceFeeRoutes(on: On): void {
  for (const type of feeOwners) {
    const routes = serviceFeesOf[type]
    serveList(on, routes.fees, feeLists[type], { cells: feeCells })
    serve(on, routes.totals, ({ params, query }, ctx) => activeTotals(ctx, payerIn(type, params), query.scope))
    serve(on, routes.create, ({ params, body }, ctx) => fees.createFee(ctx, payerIn(type, params), body))
    serve(on, routes.get, ({ params }, ctx) => feeById(ctx, ...refParts(feeIn(type, params))))
    serve(on, routes.update, ({ params, body, version }, ctx) =>
      fees.updateFee(ctx, feeIn(type, params), body, version),
    )
    serve(on, routes.end, ({ params, body, version }, ctx) =>
      fees.endFee(ctx, feeIn(type, params), body.end_date, version),
    )
    serve(on, routes.pay, ({ params, body, version }, ctx) =>
      fees.payFee(ctx, feeIn(type, params), body.paid_at, version),
    )
    serve(
      on,
      routes.remove,
      async ({ params, version }, ctx) => void (await fees.deleteFee(ctx, feeIn(type, params), version)),
    )
    serveEvents(on, routes.events, {
      param: `${type}_fee_id`,
      find: (ctx, params) => feeById(ctx, ...refParts(feeIn(type, params))),
    })
  }
}

const refParts = ({ payer, id }: fees.FeeRef): [Payer, string] => [payer, id]
