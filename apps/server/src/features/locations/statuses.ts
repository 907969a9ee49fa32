import { AppError } from '@wheelhouse/contract/errors.ts'
import { deletableStatuses } from '@wheelhouse/contract/locations/location-edit.ts'
import {
  forceableStatuses,
  isLaunchable,
  nextStatuses,
  settableStatuses,
} from '@wheelhouse/contract/locations/location-status.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { LocationStatus } from '@wheelhouse/contract/locations/location-values.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { launchChecksOf } from './launch-checks.ts'
import { changeRow, lockLocation, replyWith, recordEvent } from './locked-rows.ts'
import type { LocationRow } from './locked-rows.ts'

interface Wanted {
  status: LocationStatus
  reason: string
  /** Of what was read; of one of many none. */
  version?: number
}

/** Two ways to move: along the table, or forced from any to any. History says which it was. */
interface Way {
  allowed: (row: LocationRow) => readonly LocationStatus[]
  verb: 'status_changed' | 'status_forced'
}
const alongTable: Way = { allowed: settableStatuses, verb: 'status_changed' }
const byForce: Way = { allowed: forceableStatuses, verb: 'status_forced' }

/** Spec section 4: people only, never by health; each with its reason. */
export const setStatus = (ctx: Ctx, id: string, wanted: Wanted, version: number): Promise<Location> =>
  moveAndReply(ctx, id, { ...wanted, version }, alongTable)
export const forceStatus = (ctx: Ctx, id: string, wanted: Wanted, version: number): Promise<Location> =>
  moveAndReply(ctx, id, { ...wanted, version }, byForce)

const moveAndReply = (ctx: Ctx, id: string, wanted: Wanted, way: Way): Promise<Location> =>
  write(ctx, async (tx, journal, inside) => {
    await move(inside, tx, journal, id, wanted, way)
    return replyWith(inside, id)
  })

const moveOne = (ctx: Ctx, id: string, wanted: Wanted, way: Way): Promise<LocationStatus> =>
  write(ctx, (tx, journal, inside) => move(inside, tx, journal, id, wanted, way))

async function move(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  id: string,
  { status, reason, version }: Wanted,
  { allowed, verb }: Way,
): Promise<LocationStatus> {
  const before = await lockLocation(tx, id)
  if (before.status === 'obsolete') throw new AppError('obsolete_location', named(before))
  assertNextStatus(before, status, allowed(before))
  assertVersion(before.version, version)
  const after = { status, ...launchTime(before, status, journal) }
  await changeRow(tx, journal, id, { ...after, ...installTime(before, status, journal) })
  recordEvent(ctx, journal, before, { verb, before: { status: before.status }, after, reason })
  return before.status
}

/** The console lists what an error carries: one of many says which. */
const named = ({ code, label }: LocationRow) => ({ location: `${code} ${label}` })

function assertNextStatus(row: LocationRow, wanted: LocationStatus, allowed: readonly LocationStatus[]): void {
  if (!allowed.includes(wanted))
    throw new AppError('status_not_next', { ...named(row), status: row.status, next: allowed.join(', ') || 'none' })
}

/** Set once: a location that comes back from maintenance was launched when it was launched. */
const launchTime = ({ launched_at }: LocationRow, status: LocationStatus, { at }: Journal) =>
  status === 'launched' && launched_at === null ? { launched_at: at.toISOString() } : {}

/** Set once as well: taken back in house it was installed all the same, and is not deleted as a mistake. */
const installTime = ({ status: former, installed_at }: LocationRow, status: LocationStatus, { at }: Journal) =>
  installed_at === null && [former, status].some((one) => !uninstalled.includes(one))
    ? { installed_at: at.toISOString() }
    : {}
const uninstalled: readonly LocationStatus[] = [...deletableStatuses, 'obsolete']

export function launch(ctx: Ctx, id: string, version: number): Promise<Location> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockLocation(tx, id)
    if (before.status === 'obsolete') throw new AppError('obsolete_location')
    if (!isLaunchable(before))
      throw new AppError('status_not_next', {
        status: before.status,
        next: nextStatuses[before.status].join(', ') || 'none',
      })
    const missing = (await launchChecksOf(inside, id)).filter((check) => !check.is_met)
    if (missing.length > 0)
      throw new AppError('launch_checks_missing', { missing: missing.map((check) => check.missing).join('; ') })
    assertVersion(before.version, version)
    const after = { status: 'launched', ...launchTime(before, 'launched', journal) } as const
    await changeRow(tx, journal, id, { ...after, ...installTime(before, 'launched', journal) })
    recordEvent(ctx, journal, before, { verb: 'launched', before: { status: before.status }, after })
    return replyWith(inside, id)
  })
}

export const setStatuses = bulkAction<Wanted, LocationStatus>({
  name: 'locations.set-status',
  title: 'Change location status',
  type: 'location',
  needs: { location: ['SETSTATUS'] },
  each: (ctx, id, wanted) => moveOne(ctx, id, wanted, alongTable),
})

export const forceStatuses = bulkAction<Wanted, LocationStatus>({
  name: 'locations.force-status',
  title: 'Force location status',
  type: 'location',
  needs: { location: ['FORCESTATUS'] },
  each: (ctx, id, wanted) => moveOne(ctx, id, wanted, byForce),
})
