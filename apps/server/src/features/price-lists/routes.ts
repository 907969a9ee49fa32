import { certain } from '@wheelhouse/contract/certain.ts'
import { priceLists, priceListsOf } from '@wheelhouse/contract/price-lists/price-lists.ts'
import type { PriceListTarget } from '@wheelhouse/contract/price-lists/price-lists.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { amountCell } from '../../lists/amount-cell.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import * as verbs from './price-lists.ts'
import { priceListById, priceListRows } from './queries.ts'
import type { Target } from './queries.ts'

type Params = Record<string, string>

const targetParam: Record<PriceListTarget, string> = { location: 'location_id', rental_fleet: 'fleet_id' }
const targetIn = (type: PriceListTarget, params: Params): Target => ({ type, id: certain(params[targetParam[type]]) })
const refIn = (type: PriceListTarget, params: Params): verbs.PriceListRef => ({
  target: targetIn(type, params),
  id: certain(params[`${type}_price_list_id`]),
})
const versionIn = (type: PriceListTarget, params: Params) => ({
  ...refIn(type, params),
  version_id: certain(params[`${type}_price_version_id`]),
})

const served = ['location', 'rental_fleet'] as const satisfies readonly PriceListTarget[]

export function priceListRoutes(on: On): void {
  serveList(on, priceLists, priceListRows, {
    cells: {
      starting_fee: (row) => amountCell(row.starting_minor, row.currency),
      minute_fee: (row) => amountCell(row.minute_minor, row.currency),
      hour_fee: (row) => amountCell(row.hour_minor, row.currency),
      day_fee: (row) => amountCell(row.day_minor, row.currency),
      day_cap: (row) => amountCell(row.day_cap_minor, row.currency),
      stay_cap: (row) => amountCell(row.stay_cap_minor, row.currency),
    },
  })
  for (const type of served) {
    const routes = priceListsOf[type]
    const find = (ctx: Parameters<typeof priceListById>[0], params: Params) => {
      const { target, id } = refIn(type, params)
      return priceListById(ctx, target, id)
    }
    serve(on, routes.get, ({ params }, ctx) => find(ctx, params))
    serveEvents(on, routes.events, { param: `${type}_price_list_id`, find })
    serve(on, routes.create, ({ params, body }, ctx) => verbs.createPriceList(ctx, targetIn(type, params), body))
    serve(on, routes.rename, ({ params, body, version }, ctx) =>
      verbs.renamePriceList(ctx, refIn(type, params), body.name, version),
    )
    serve(on, routes.addVersion, ({ params, body, version }, ctx) =>
      verbs.addPriceVersion(ctx, refIn(type, params), body, version),
    )
    serve(on, routes.updateVersion, ({ params, body, version }, ctx) =>
      verbs.updatePriceVersion(ctx, versionIn(type, params), body, version),
    )
    serve(
      on,
      routes.removeVersion,
      async ({ params, version }, ctx) => void (await verbs.removePriceVersion(ctx, versionIn(type, params), version)),
    )
    serve(on, routes.end, ({ params, body, version }, ctx) =>
      verbs.endPriceList(ctx, refIn(type, params), body.ends_at, version),
    )
  }
}
