import {
  createPointOfInterest,
  deletePointOfInterest,
  deletePointsOfInterest,
  exportPointsOfInterest,
  getPointOfInterest,
  listPointEvents,
  listPointPlaces,
  listPointsOfInterest,
  selectPointsOfInterest,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { serveExport } from '../../lists/export.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { serveSelection } from '../../lists/selections.ts'
import { serveEvents } from '../events/serve-events.ts'
import { pointCells } from './export.ts'
import { createPoint, deletePoint, deletePoints, updatePoint } from './points-of-interest.ts'
import { placesOf, pointById, pointPage } from './queries.ts'

export function pointOfInterestRoutes(on: On): void {
  serve(on, listPointsOfInterest, (input, ctx) => pointPage(ctx, input))
  serveExport(on, exportPointsOfInterest, pointPage, pointCells)
  serve(on, listPointPlaces, ({ query }, ctx) => placesOf(ctx, query))
  serve(on, getPointOfInterest, ({ params }, ctx) => pointById(ctx, params.point_id))
  serveEvents(on, listPointEvents)
  serve(on, createPointOfInterest, ({ body }, ctx) => createPoint(ctx, body))
  serve(on, updatePointOfInterest, ({ params, body, version }, ctx) => updatePoint(ctx, params.point_id, body, version))
  serve(
    on,
    deletePointOfInterest,
    async ({ params, version }, ctx) => void (await deletePoint(ctx, params.point_id, version)),
  )
  serveSelection(on, selectPointsOfInterest, 'point_of_interest', pointPage)
  serve(on, deletePointsOfInterest, ({ body }, ctx) => bulk(ctx, deletePoints, body.target, undefined))
}
