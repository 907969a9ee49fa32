import { AppError } from '@wheelhouse/contract/errors.ts'
import { forceableStatuses, isLaunchable, nextStatuses, settableStatuses } from '@wheelhouse/contract/location-status.ts'
import type { Location, LocationStatus } from '@wheelhouse/contract/locations.ts'
import type { Ctx, Tx } from '../../http/context.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import type { Journal } from '../events/journal.ts'
import { write } from '../events/write.ts'
import { launchChecksOf } from './launch-checks.ts'
import { changeRow, locked, replyWith, tell } from './rows.ts'
import type { LocationRow } from './rows.ts'

interface Wanted {
  status: LocationStatus
  reason: string
}
type Allowed = (row: LocationRow) => readonly LocationStatus[]

/** Spec section 4: people only, never by health; each with its reason. */
export const setStatus = (ctx: Ctx, id: string, wanted: Wanted): Promise<Location> => moveAndReply(ctx, id, wanted, settableStatuses)
export const forceStatus = (ctx: Ctx, id: string, wanted: Wanted): Promise<Location> => moveAndReply(ctx, id, wanted, forceableStatuses)

const moveAndReply = (ctx: Ctx, id: string, wanted: Wanted, allowed: Allowed): Promise<Location> =>
  write(ctx, async (tx, journal, inside) => {
    await move(inside, tx, journal, id, wanted, allowed)
    return replyWith(inside, id)
  })

const moveOne = (ctx: Ctx, id: string, wanted: Wanted, allowed: Allowed): Promise<LocationStatus> =>
  write(ctx, (tx, journal, inside) => move(inside, tx, journal, id, wanted, allowed))

async function move(ctx: Ctx, tx: Tx, journal: Journal, id: string, { status, reason }: Wanted, allowed: Allowed): Promise<LocationStatus> {
  const before = await locked(tx, id)
  if (before.status === 'obsolete') throw new AppError('obsolete_location', named(before))
  needNext(before, status, allowed(before))
  await changeRow(tx, journal, id, { status, ...launchTime(before, status, journal) })
  tell(ctx, journal, before, { verb: 'status_changed', before: { status: before.status }, after: { status }, reason })
  return before.status
}

/** The console lists what an error carries: one of many says which. */
const named = ({ code, label }: LocationRow) => ({ location: `${code} ${label}` })

function needNext(row: LocationRow, wanted: LocationStatus, allowed: readonly LocationStatus[]): void {
  if (!allowed.includes(wanted))
    throw new AppError('status_not_next', { ...named(row), status: row.status, next: allowed.join(', ') || 'none' })
}

/** Set once: a location that comes back from maintenance was launched when it was launched. */
const launchTime = ({ launched_at }: LocationRow, status: LocationStatus, { at }: Journal) =>
  status === 'launched' && launched_at === null ? { launched_at: at.toISOString() } : {}

export function launch(ctx: Ctx, id: string): Promise<Location> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await locked(tx, id)
    if (before.status === 'obsolete') throw new AppError('obsolete_location')
    if (!isLaunchable(before))
      throw new AppError('status_not_next', { status: before.status, next: nextStatuses[before.status].join(', ') || 'none' })
    const missing = (await launchChecksOf(inside, id)).filter((check) => !check.is_met)
    if (missing.length > 0) throw new AppError('launch_checks_missing', { missing: missing.map((check) => check.missing).join('; ') })
    const told = { status: 'launched', ...launchTime(before, 'launched', journal) } as const
    await changeRow(tx, journal, id, told)
    tell(ctx, journal, before, { verb: 'launched', before: { status: before.status }, after: told })
    return replyWith(inside, id)
  })
}

export const setStatuses = bulkAction<Wanted>({
  name: 'locations.set-status',
  title: 'Change location status',
  type: 'location',
  needs: { location: ['SETSTATUS'] },
  each: (ctx, id, wanted) => moveOne(ctx, id, wanted, settableStatuses),
  before: (status: LocationStatus) => status,
})

export const forceStatuses = bulkAction<Wanted>({
  name: 'locations.force-status',
  title: 'Force location status',
  type: 'location',
  needs: { location: ['FORCESTATUS'] },
  each: (ctx, id, wanted) => moveOne(ctx, id, wanted, forceableStatuses),
  before: (status: LocationStatus) => status,
})
