import { createHmac, hkdfSync } from 'node:crypto'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Config } from '../../platform/config.ts'
import type { FreeVehicle } from './published-area.ts'

/**
 * GBFS: the id of a vehicle changes with each trip, so that nobody follows one from ride to ride. It is made of the last ride
 * and the place that it was brought to, under a key of this installation: without the key it cannot be worked out, and two
 * processes publish the same one. It also changes when staff carry the vehicle elsewhere.
 */
export function rotatingIds({ installation_key }: Pick<Config, 'installation_key'>): (vehicle: FreeVehicle) => string {
  if (!installation_key)
    throw new AppError('unavailable', {}, 'There is no key to hide vehicle ids with: set WHEELHOUSE_KEY')
  const key = Buffer.from(hkdfSync('sha256', installation_key, '', 'wheelhouse public vehicle ids', 32))
  return ({ id, last_ride_id, moved_at }) =>
    createHmac('sha256', key).update(`${id} ${last_ride_id} ${moved_at}`).digest('hex').slice(0, 32)
}
