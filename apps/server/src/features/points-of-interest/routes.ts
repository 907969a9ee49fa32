import {
  createPointOfInterest,
  deletePointOfInterest,
  deletePointsOfInterest,
  getPointOfInterest,
  listPointEvents,
  listPointPlaces,
  points,
  updatePointOfInterest,
} from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { serveEvents } from '../events/serve-events.ts'
import { createPoint, deletePoint, deletePoints, updatePoint } from './points-of-interest.ts'
import { pointList, pointPlaces } from './queries.ts'

export function pointOfInterestRoutes(on: On): void {
  serveList(on, points, pointList, { selects: 'point_of_interest' })
  serve(on, listPointPlaces, ({ query }, ctx) => pointPlaces(ctx, query))
  serve(on, getPointOfInterest, ({ params }, ctx) => pointList.get(ctx, params.point_id))
  serveEvents(on, listPointEvents)
  serve(on, createPointOfInterest, ({ body }, ctx) => createPoint(ctx, body))
  serve(on, updatePointOfInterest, ({ params, body, version }, ctx) => updatePoint(ctx, params.point_id, body, version))
  serve(
    on,
    deletePointOfInterest,
    async ({ params, version }, ctx) => void (await deletePoint(ctx, params.point_id, version)),
  )
  serve(on, deletePointsOfInterest, ({ body }, ctx) => bulk(ctx, deletePoints, body.target, undefined))
}
