import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { simObstacle } from '@wheelhouse/contract/external-devices/external-devices.ts'
import type { ExternalDevice } from '@wheelhouse/contract/external-devices/external-devices.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import type { SimFault } from '@wheelhouse/contract/external-devices/sims.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { openSims } from '../../platform/sim-providers.ts'
import { isPassing, SimError } from '../../platform/sims.ts'
import type { SimReport } from '../../platform/sims.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import { publishChange, withJournal, openJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { lockDevicesOf, lockExternalDevice, recordEvent } from './external-devices.ts'
import { externalDeviceById, updateWaitsMs } from './queries.ts'
import type { DeviceRef } from './queries.ts'

/** `update_id` tells its own answer from that of an earlier or later asking; `attempt` counts from 1. */
export const updateSim = jobKind({
  name: 'external-devices.update-sim',
  payload: z.strictObject({ id: Id, update_id: Id, attempt: z.number().int() }),
})

const attemptsAtMost = 3
const pauseMs = 2_000
/** Of many SIMs at once one after the other: providers count calls a second. */
const betweenMs = 500

export function refreshSim(ctx: Ctx, ref: DeviceRef): Promise<ExternalDevice> {
  return write(ctx, async (tx, journal, inside) => {
    await lockExternalDevice(tx, ref)
    const device = await externalDeviceById(inside, ref)
    const obstacle = simObstacle(device)
    if (obstacle) throw new AppError(obstacle)
    if (device.sim_update === 'asking') return device
    const retry_after_s = await secondsToTurn(tx, ctx, certain(device.iccid))
    if (retry_after_s > 0) throw new AppError('sim_asked_lately', { retry_after_s })
    await ask(inside, tx, journal, device, journal.at)
    return externalDeviceById(inside, ref)
  })
}

/**
 * Each question costs, so a card has its turn once in a while, whichever device holds it. 0: this is its turn, and taken; the
 * row keeps two from both having it.
 */
async function secondsToTurn(tx: Tx, { clock, config }: Ctx, iccid: string): Promise<number> {
  const now = clock.now()
  const waitMs = config.sim_refresh_s * 1000
  const { rows } = await sql`
    insert into sim_askings as a (iccid, asked_at) values (${iccid}, ${now.toISOString()}::timestamptz)
    on conflict (iccid) do update set asked_at = excluded.asked_at
      where a.asked_at <= ${new Date(now.getTime() - waitMs).toISOString()}::timestamptz returning iccid`.execute(tx)
  if (rows.length > 0) return 0
  const last = await tx
    .selectFrom('sim_askings')
    .select('asked_at')
    .where('iccid', '=', iccid)
    .executeTakeFirstOrThrow()
  return Math.max(1, Math.ceil((Date.parse(last.asked_at) + waitMs - now.getTime()) / 1000))
}

interface Askable {
  id: string
  location_id: string
  name: string
  iccid: string
}

/** All of a location that can be asked, are not being asked already and were not just now; a location holds a hundred at most. */
export function refreshSims(ctx: Ctx, locationId: string): Promise<{ asked: number }> {
  return write(ctx, async (tx, journal, inside) => {
    await lockDevicesOf(tx, locationId)
    const updateBefore = new Date(journal.at.getTime() - updateWaitsMs).toISOString()
    const { rows } = await sql<Askable>`
      select id, location_id, name, iccid from external_devices
      where location_id = ${locationId}::uuid and deleted_at is null and sim_provider = 'm2m' and iccid is not null
        and (sim_update <> 'asking' or sim_update_at <= ${updateBefore}::timestamptz)
      order by iccid, id for update`.execute(tx)
    let asked = 0
    for (const device of rows)
      if ((await secondsToTurn(tx, ctx, device.iccid)) === 0)
        await ask(inside, tx, journal, device, new Date(journal.at.getTime() + asked++ * betweenMs))
    return { asked }
  })
}

async function ask(
  ctx: Ctx,
  tx: Tx,
  journal: Journal,
  { id, location_id, name }: Omit<Askable, 'iccid'>,
  after: Date,
): Promise<void> {
  const update_id = uuidv7()
  await tx
    .updateTable('external_devices')
    .set({
      sim_update: 'asking',
      sim_update_id: update_id,
      sim_update_at: journal.at.toISOString(),
      sim_update_failure: null,
    })
    .where('id', '=', id)
    .execute()
  // Record the person's request as an event here: the provider's answer has no person, and it writes nothing when the
  // status did not change.
  recordEvent(journal, { id, location_id, name }, { actor: personActor(ctx), verb: 'sim_asked' })
  await ctx.jobs.send(tx, updateSim, { id, update_id, attempt: 1 }, after > journal.at ? after : undefined)
}

/** The status is only read: asked twice after a crash it does no harm, and the last answer counts. */
export async function runSimUpdate(
  { id, update_id, attempt }: z.output<typeof updateSim.payload>,
  ctx: JobCtx,
): Promise<void> {
  const device = await ctx.db
    .selectFrom('external_devices')
    .select('iccid')
    .where('id', '=', id)
    .where('sim_update_id', '=', update_id)
    .where('sim_update', '=', 'asking')
    .executeTakeFirst()
  if (!device?.iccid) return
  const sims = openSims(ctx.config, ctx.clock)
  try {
    const report = await sims.status(device.iccid)
    await keep(ctx, id, update_id, { report, source: sims.name })
  } catch (error) {
    if (!(error instanceof SimError)) throw error
    ctx.log.warn({ external_device_id: id, fault: error.fault, attempt }, 'a SIM could not be asked')
    if (!isPassing(error) || attempt >= attemptsAtMost) return keep(ctx, id, update_id, { failure: error.fault })
    const wait = error.retry_after_s === null ? pauseMs * 2 ** (attempt - 1) : error.retry_after_s * 1000
    await ctx.jobs.send(
      ctx.db,
      updateSim,
      { id, update_id, attempt: attempt + 1 },
      new Date(ctx.clock.now().getTime() + wait),
    )
  }
}

type Outcome = { report: SimReport; source: string } | { failure: SimFault }

/**
 * Stores the provider's answer. A late answer about a card that has been changed since matches no row. A failure keeps
 * what was known before.
 */
async function keep(ctx: JobCtx, id: string, updateId: string, outcome: Outcome): Promise<void> {
  const journal = openJournal(ctx.clock.now(), ctx.correlation_id)
  const at = journal.at.toISOString()
  await withJournal(ctx.db, journal, async (tx) => {
    const before = await tx
      .selectFrom('external_devices')
      .select(['id', 'location_id', 'name', 'sim_status'])
      .where('id', '=', id)
      .where('sim_update_id', '=', updateId)
      .where('sim_update', '=', 'asking')
      .forUpdate()
      .executeTakeFirst()
    if (!before) return
    await tx.updateTable('external_devices').set(fieldsOf(outcome, at)).where('id', '=', id).execute()
    publishChange(journal, 'external_device', id, before.location_id)
    if ('report' in outcome && outcome.report.status !== before.sim_status)
      recordEvent(journal, before, {
        actor: systemActor,
        verb: 'sim_status',
        before: { sim_status: before.sim_status },
        after: { sim_status: outcome.report.status },
      })
  })
}

const fieldsOf = (outcome: Outcome, at: string) =>
  'failure' in outcome
    ? { sim_update: 'failed', sim_update_at: at, sim_update_failure: outcome.failure }
    : {
        sim_update: 'done',
        sim_update_at: at,
        sim_update_failure: null,
        sim_status: outcome.report.status,
        sim_status_at: at,
        sim_status_word: outcome.report.status === 'unknown' ? outcome.report.word : null,
        sim_status_source: outcome.source,
      }
