import * as z from 'zod'
import { locationPoints } from './location-points.ts'
import { listLocations, listLocationTags, Location, LocationRef, locationTotals } from './locations.ts'
import { LocationStatus, locationStatuses } from './location-values.ts'
import type { LocationStatus as Status } from './location-values.ts'
import { BulkReply, BulkTarget, Id, route } from '../route.ts'
import { requiredLines } from '../texts.ts'

/** Spec section 4, moves of `values.md`. Obsolete is final: a reused station becomes a new location. */
export const nextStatuses: Record<Status, readonly Status[]> = {
  in_house: ['in_delivery', 'demo', 'installed', 'obsolete'],
  in_delivery: ['in_house', 'demo', 'installed', 'obsolete'],
  demo: ['in_house', 'in_delivery', 'installed', 'obsolete'],
  installed: ['launched', 'maintenance', 'in_house', 'obsolete'],
  launched: ['launched_offline', 'maintenance', 'obsolete'],
  launched_offline: ['launched', 'maintenance', 'obsolete'],
  maintenance: ['installed', 'launched', 'launched_offline', 'obsolete'],
  obsolete: [],
}

/** Stages of service that a location reaches by its launch only, whoever moves it along the table. */
const inService: readonly Status[] = ['launched', 'launched_offline']

interface Stage {
  status: Status
  launched_at: string | null
}

/** Where SETSTATUS may move it: along the table, never to obsolete, and into service only what was launched once. */
export const settableStatuses = ({ status, launched_at }: Stage): Status[] =>
  nextStatuses[status].filter(
    (next) =>
      next !== 'obsolete' &&
      (status !== 'installed' || next !== 'launched') &&
      (launched_at !== null || !inService.includes(next)),
  )

/** Where FORCESTATUS may move it: from any but obsolete to any other. */
export const forceableStatuses = ({ status }: Pick<Stage, 'status'>): Status[] =>
  status === 'obsolete' ? [] : locationStatuses.filter((next) => next !== status)

/** LAUNCH, once its checks are met. */
export const isLaunchable = ({ status }: Pick<Stage, 'status'>): boolean => nextStatuses[status].includes('launched')

/** A sentence that every change of status carries. */
export const statusReasonAtLeast = 10
export const StatusReason = requiredLines('Reason', statusReasonAtLeast, 500)

export const launchCheckNames = ['devices', 'hardware', 'controllers', 'health', 'address', 'coordinates'] as const
export const LaunchCheck = z.object({
  name: z.enum(launchCheckNames),
  is_met: z.boolean(),
  /** In words, what is missing: "2 of 12 devices have no hardware". Empty when met. */
  missing: z.string(),
  /** The devices that it is about, 20 at most. */
  devices: z.array(z.object({ id: Id, type: z.string(), number: z.number().int() })),
})
export type LaunchCheck = z.infer<typeof LaunchCheck>

/** What stood there before each change that was made at once, to undo it with the same routes. A background job cannot be undone. */
export const repliesWith = <S extends z.ZodType>(before: S) =>
  BulkReply.extend({ results: z.array(z.object({ id: Id, before })) })

const path = '/location/v1/locations'
const one = `${path}/:location_id` as const
const changes = [listLocations, locationTotals, locationPoints, listLocationTags] as const
const on = { location: 'location_id' } as const

const StatusChange = z.strictObject({ status: LocationStatus, reason: StatusReason })

/** 409 `status_not_next` unless one of `settableStatuses`. */
export const setLocationStatus = route({
  method: 'PUT',
  path: `${one}/status`,
  summary: 'Move a location along the table of statuses',
  says: { failed: 'Update location status failed', done: 'Location status updated' },
  access: { location: ['SETSTATUS'] },
  on,
  params: LocationRef,
  body: StatusChange,
  needsVersion: true,
  reply: Location,
  changes,
})

/** Also to obsolete, which is final. */
export const forceLocationStatus = route({
  method: 'PUT',
  path: `${one}/forced-status`,
  summary: 'Set any status of a location that is not obsolete',
  says: { failed: 'Update location status failed', done: 'Location status updated' },
  access: { location: ['FORCESTATUS'] },
  on,
  params: LocationRef,
  body: StatusChange,
  needsVersion: true,
  reply: Location,
  changes,
})

export const listLaunchChecks = route({
  method: 'GET',
  path: `${one}/launch-checks`,
  summary: 'What a launch asks of a location, and what is missing',
  says: { failed: 'Fetch launch checks failed' },
  staleOn: ['location', 'device'],
  access: { location: ['LAUNCH'] },
  on,
  params: LocationRef,
  reply: z.array(LaunchCheck),
})

/** 409 `launch_checks_missing` with `missing`, the sentences of the checks that are not met; 409 `status_not_next` from elsewhere. */
export const launchLocation = route({
  method: 'POST',
  path: `${one}/launch`,
  summary: 'Launch a location whose checks are all met',
  says: { failed: 'Launching location failed', done: 'Location launched successfully' },
  access: { location: ['LAUNCH'] },
  on,
  params: LocationRef,
  needsVersion: true,
  reply: Location,
  changes,
})

export const setLocationStatuses = route({
  method: 'POST',
  path: `${path}/statuses`,
  summary: 'Move many locations along the table of statuses',
  says: { failed: 'Update location status failed', done: 'Location statuses updated' },
  access: { location: ['SETSTATUS'] },
  body: StatusChange.extend({ target: BulkTarget }),
  reply: repliesWith(LocationStatus),
  changes,
})

export const forceLocationStatuses = route({
  method: 'POST',
  path: `${path}/forced-statuses`,
  summary: 'Set any status of many locations',
  says: { failed: 'Update location status failed', done: 'Location statuses updated' },
  access: { location: ['FORCESTATUS'] },
  body: StatusChange.extend({ target: BulkTarget }),
  reply: repliesWith(LocationStatus),
  changes,
})
