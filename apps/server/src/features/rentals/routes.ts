import {
  activateRentalDevice,
  activateRentalDevices,
  createRentalDevice as createRoute,
  deactivateRentalDevice,
  deactivateRentalDevices,
  getRentalDevice,
  listRentalDeviceEvents,
  listRentalPlaces,
  rentalDevices,
  restartRentalDevice,
  restartRentalDevices,
  updateRentalDevice as updateRoute,
} from '@wheelhouse/contract/rentals/rentals.ts'
import { getRentalBattery, getRentalTrack } from '@wheelhouse/contract/rentals/rental-tracks.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { serveList } from '../../lists/serve-list.ts'
import { bulk } from '../background-jobs/bulk.ts'
import { serveEvents } from '../events/serve-events.ts'
import { rentalList, rentalPlaces } from './queries.ts'
import { activateMany, deactivateMany, restartMany, sendAction } from './rental-actions.ts'
import { createRentalDevice, updateRentalDevice } from './rentals.ts'
import { batteryOf, trackOf } from './tracks.ts'

export function rentalRoutes(on: On): void {
  serveList(on, rentalDevices, rentalList, { selects: 'rental_device' })
  serve(on, listRentalPlaces, ({ query }, ctx) => rentalPlaces(ctx, query))
  serve(on, getRentalDevice, ({ params }, ctx) => rentalList.get(ctx, params.rental_device_id))
  serve(on, getRentalTrack, ({ params, query }, ctx) => trackOf(ctx, params.rental_device_id, query))
  serve(on, getRentalBattery, ({ params, query }, ctx) => batteryOf(ctx, params.rental_device_id, query.days))
  serveEvents(on, listRentalDeviceEvents)
  serve(on, createRoute, ({ body }, ctx) => createRentalDevice(ctx, body))
  serve(on, updateRoute, ({ params, body, version }, ctx) =>
    updateRentalDevice(ctx, params.rental_device_id, body, version),
  )
  serve(on, restartRentalDevice, ({ params, body }, ctx) => sendAction(ctx, params.rental_device_id, 'restart', body))
  serve(on, activateRentalDevice, ({ params, body }, ctx) => sendAction(ctx, params.rental_device_id, 'activate', body))
  serve(on, deactivateRentalDevice, ({ params, body }, ctx) =>
    sendAction(ctx, params.rental_device_id, 'deactivate', body),
  )
  serve(on, restartRentalDevices, ({ body: { target, ...given } }, ctx) => bulk(ctx, restartMany, target, given))
  serve(on, activateRentalDevices, ({ body: { target, ...given } }, ctx) => bulk(ctx, activateMany, target, given))
  serve(on, deactivateRentalDevices, ({ body: { target, ...given } }, ctx) => bulk(ctx, deactivateMany, target, given))
}
