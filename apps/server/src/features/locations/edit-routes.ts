import {
  changeLocationPrivateTags,
  changeLocationTags,
  createLocation as create,
  deleteLocation as remove,
  updateLocation as update,
} from '@wheelhouse/contract/locations/location-edit.ts'
import {
  forceLocationStatus,
  forceLocationStatuses,
  launchLocation,
  listLaunchChecks,
  setLocationStatus,
  setLocationStatuses,
} from '@wheelhouse/contract/locations/location-status.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { bulkWithBefore } from '../background-jobs/bulk.ts'
import { launchChecksOf } from './launch-checks.ts'
import { createLocation, deleteLocation, updateLocation } from './location-edit.ts'
import { forceStatus, forceStatuses, launch, setStatus, setStatuses } from './statuses.ts'
import { changePrivateTags, changePublicTags } from './tags.ts'

export function locationEditRoutes(on: On): void {
  serve(on, create, ({ body }, ctx) => createLocation(ctx, body))
  serve(on, update, ({ params, body, version }, ctx) => updateLocation(ctx, params.location_id, body, version))
  serve(on, remove, async ({ params, version }, ctx) => void (await deleteLocation(ctx, params.location_id, version)))
  serve(on, setLocationStatus, ({ params, body, version }, ctx) => setStatus(ctx, params.location_id, body, version))
  serve(on, forceLocationStatus, ({ params, body, version }, ctx) =>
    forceStatus(ctx, params.location_id, body, version),
  )
  serve(on, listLaunchChecks, ({ params }, ctx) => launchChecksOf(ctx, params.location_id))
  serve(on, launchLocation, ({ params, version }, ctx) => launch(ctx, params.location_id, version))
  serve(on, changeLocationTags, ({ body: { target, ...given } }, ctx) =>
    bulkWithBefore(ctx, changePublicTags, target, given),
  )
  serve(on, changeLocationPrivateTags, ({ body: { target, ...given } }, ctx) =>
    bulkWithBefore(ctx, changePrivateTags, target, given),
  )
  serve(on, setLocationStatuses, ({ body: { target, ...given } }, ctx) =>
    bulkWithBefore(ctx, setStatuses, target, given),
  )
  serve(on, forceLocationStatuses, ({ body: { target, ...given } }, ctx) =>
    bulkWithBefore(ctx, forceStatuses, target, given),
  )
}
