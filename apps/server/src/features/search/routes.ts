import { search, searchTypes } from '@wheelhouse/contract/search/search.ts'
import type { SearchHit, SearchType } from '@wheelhouse/contract/search/search.ts'
import type { Ctx } from '../../platform/context.ts'
import { paceOf } from '../../http/rate-limit.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { externalDevicesFound } from './external-devices.ts'
import { hardwareFound } from './hardware.ts'
import { consoleUsersFound, organizationsFound, pointsFound, usersFound } from './people.ts'
import { commandsFound, devicesFound, locationsFound, sessionsFound } from './places.ts'
import { shapesOf } from './shapes.ts'
import type { Shapes } from './shapes.ts'
import { ridesFound, vehiclesFound } from './vehicles.ts'

export function searchRoutes(on: On): void {
  // A search box needs no more requests than this, and the limit slows down anyone who guesses codes.
  serve({ ...on, pace: paceOf(on, on.deps.config.searches_per_minute) }, search, async ({ query }, ctx) => ({
    items: await everythingFound(ctx, shapesOf(query.q), query.type ?? searchTypes),
  }))
}

/** A line a type; each statement asks its own right. */
const finders: Record<SearchType, (ctx: Ctx, shapes: Shapes) => Promise<SearchHit[]>> = {
  location: locationsFound,
  device: devicesFound,
  external_device: externalDevicesFound,
  rental_device: vehiclesFound,
  hardware: hardwareFound,
  session: sessionsFound,
  rental_session: ridesFound,
  command: commandsFound,
  organization: organizationsFound,
  user: usersFound,
  console_user: consoleUsersFound,
  point_of_interest: pointsFound,
}

/** The type that was meant by a whole code comes first, then the others in their order. */
async function everythingFound(ctx: Ctx, shapes: Shapes, types: readonly SearchType[]): Promise<SearchHit[]> {
  const found = await Promise.all(
    searchTypes.filter((type) => types.includes(type)).map((type) => finders[type](ctx, shapes)),
  )
  const isMeant = (hits: SearchHit[]): boolean => hits.some(({ matched }) => matched !== 'words')
  return [...found.filter(isMeant), ...found.filter((hits) => !isMeant(hits))].flat()
}
