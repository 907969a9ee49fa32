import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { muteHours } from '@wheelhouse/contract/outages/outages.ts'
import type { MuteLength, Outage } from '@wheelhouse/contract/outages/outages.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { deviceName } from '../hardware-state/placed-hardware.ts'
import { assertAssignee } from '../maintenance-log/entries.ts'
import { outageById } from './queries.ts'
import type { OutageRef } from './queries.ts'

interface LockedOutage {
  id: string
  location_id: string
  location_label: string
  device_id: string | null
  device_type: string | null
  device_number: number | null
  acknowledged_at: string | null
  assignee_id: string | null
  assignee: string | null
  muted_until: string | null
  cleared_at: string | null
  version: number
}

async function lockOutage(tx: Tx, ref: OutageRef, version: number): Promise<LockedOutage> {
  const { rows } = await sql<LockedOutage>`
    select o.id, o.location_id, l.label as location_label, o.device_id, d.type as device_type, d.number as device_number,
      o.acknowledged_at, o.assignee_id, (select u.name from console_users u where u.id = o.assignee_id) as assignee,
      o.muted_until, o.cleared_at, o.version
    from outages o join locations l on l.id = o.location_id left join devices d on d.id = o.device_id
    where o.id = ${ref.outage_id}::uuid and o.location_id = ${ref.location_id}::uuid for update of o`.execute(tx)
  const [outage] = rows
  if (!outage) throw new AppError('not_found')
  if (outage.cleared_at !== null) throw new AppError('outage_is_over')
  assertVersion(outage.version, version)
  return outage
}

interface Step {
  fields: { assignee_id?: string | null; muted_until?: string | null; note?: string }
  event: EventDetails<'outages'>
}

/** Changes an outage that is not over. Any such change says that the person has seen it. */
function handle(
  ctx: Ctx,
  ref: OutageRef,
  version: number,
  stepOf: (tx: Tx, before: LockedOutage, at: Date) => Promise<Step | null> | Step | null,
): Promise<Outage> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockOutage(tx, ref, version)
    const step = await stepOf(tx, before, journal.at)
    if (step !== null) {
      const seen =
        before.acknowledged_at === null
          ? { acknowledged_at: journal.at.toISOString(), acknowledged_by: ctx.person.id }
          : {}
      await tx
        .updateTable('outages')
        .set((row) => ({ ...seen, ...step.fields, version: row('version', '+', 1) }))
        .where('id', '=', before.id)
        .execute()
      recordHandling(ctx, journal, before, step.event)
    }
    return outageById({ db: inside.db, now: journal.at }, ref)
  })
}

/** In the history of the device or of the location that is out of contact, and to every screen that shows the outage. */
function recordHandling(ctx: Ctx, journal: Journal, outage: LockedOutage, event: EventDetails<'outages'>): void {
  const { device_id, device_type: type, device_number: number, location_id, location_label } = outage
  const isDevice = device_id !== null && type !== null && number !== null
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'outages',
    resource_type: isDevice ? 'device' : 'location',
    resource_id: device_id ?? location_id,
    resource_name: isDevice ? deviceName({ type, number }) : location_label,
    visible_through_id: location_id,
    ...event,
  })
  publishChange(journal, 'outage', outage.id, location_id)
}

const noteOf = (note: string) => (note === '' ? {} : { note })

/** Only the first one counts: who has seen it is known then. */
export const acknowledge = (ctx: Ctx, ref: OutageRef, note: string, version: number): Promise<Outage> =>
  handle(ctx, ref, version, (_tx, before) =>
    before.acknowledged_at === null
      ? {
          fields: noteOf(note),
          event: { verb: 'acknowledged', before: null, after: null, reason: note || null },
        }
      : null,
  )

export const assign = (
  ctx: Ctx,
  ref: OutageRef,
  { assignee_id, note }: { assignee_id: string | null; note: string },
  version: number,
): Promise<Outage> =>
  handle(ctx, ref, version, async (tx, before) => {
    await assertAssignee(tx, assignee_id, before.location_id, before.assignee_id)
    if (assignee_id === before.assignee_id) return null
    return {
      fields: { assignee_id, ...noteOf(note) },
      event: {
        verb: 'assigned',
        before: { assignee: before.assignee },
        after: { assignee: await nameOf(tx, assignee_id) },
        reason: note || null,
      },
    }
  })

async function nameOf(tx: Tx, personId: string | null): Promise<string | null> {
  if (personId === null) return null
  const person = await tx.selectFrom('console_users').select('name').where('id', '=', personId).executeTakeFirst()
  return person?.name ?? null
}

export const mute = (
  ctx: Ctx,
  ref: OutageRef,
  { length, note }: { length: MuteLength; note: string },
  version: number,
): Promise<Outage> =>
  handle(ctx, ref, version, (_tx, before, at) => {
    const muted_until = new Date(at.getTime() + muteHours[length] * 3_600_000).toISOString()
    return {
      fields: { muted_until, note },
      event: { verb: 'muted', before: { muted_until: before.muted_until }, after: { muted_until }, reason: note },
    }
  })

export const unmute = (ctx: Ctx, ref: OutageRef, version: number): Promise<Outage> =>
  handle(ctx, ref, version, (_tx, { muted_until }) =>
    muted_until === null
      ? null
      : {
          fields: { muted_until: null },
          event: { verb: 'unmuted', before: { muted_until }, after: { muted_until: null } },
        },
  )
