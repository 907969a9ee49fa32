import {
  arrangeDashboard as arrangeRoute,
  closePublicLink,
  createDashboard as createRoute,
  dashboards,
  deleteDashboard as deleteRoute,
  getDashboard,
  getDashboardFigures,
  getPublicDashboard,
  listDashboardEvents,
  openPublicLink,
  updateDashboard as updateRoute,
} from '@wheelhouse/contract/dashboards/dashboards.ts'
import { inOwnScope } from '../../http/own-scope.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serveEvents } from '../events/serve-events.ts'
import { arrangeDashboard, createDashboard, deleteDashboard, updateDashboard } from './dashboards.ts'
import { figuresOf, scopeOf } from './figures.ts'
import { publicDashboard } from './public-figures.ts'
import { closeLink, openLink } from './public-links.ts'
import { dashboardList, tilesOf } from './queries.ts'

export function dashboardRoutes(on: On): void {
  serveList(on, dashboards, dashboardList)
  serve(on, getDashboard, ({ params }, ctx) => dashboardList.get(ctx, params.dashboard_id))
  serveEvents(on, listDashboardEvents)
  serve(on, createRoute, ({ body }, ctx) => createDashboard(ctx, body))
  serve(on, updateRoute, ({ params, body, version }, ctx) => updateDashboard(ctx, params.dashboard_id, body, version))
  serve(on, arrangeRoute, ({ params, body, version }, ctx) =>
    arrangeDashboard(ctx, params.dashboard_id, body.tiles, version),
  )
  serve(on, openPublicLink, ({ params, body, version }, ctx) => openLink(ctx, params.dashboard_id, body, version))
  serve(on, closePublicLink, ({ params, version }, ctx) => closeLink(ctx, params.dashboard_id, version))
  serve(
    on,
    deleteRoute,
    async ({ params, version }, ctx) => void (await deleteDashboard(ctx, params.dashboard_id, version)),
  )
  serve(on, getDashboardFigures, async ({ params: { dashboard_id }, query }, ctx) =>
    figuresOf(await scopeOf(ctx, { ...query, dashboard_id }), tilesOf(ctx, dashboard_id)),
  )
  publicRoutes(on)
}

/** A wall asks once a minute; a page of a city that many people open shares one address, and guessing tokens takes many. */
const publicRequestsAMinute = 120

function publicRoutes(on: On): void {
  inOwnScope(on, (own) => {
    own.app.addHook('onRequest', paceOf(own, publicRequestsAMinute))
    serve(own, getPublicDashboard, ({ params, query }, ctx) => publicDashboard(ctx, params.token, Number(query.days)))
  })
}
