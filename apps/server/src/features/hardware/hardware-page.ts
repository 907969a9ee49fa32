import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Alarm, Assignment, HardwareDetails } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { requireHardware, requireHardwareVisible } from '../../authz/authorize.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { publishChange } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { acknowledgeAlarm as acknowledge } from '../alarms/alarms.ts'
import { noteOfDevice, placedHardware } from '../hardware-state/placed-hardware.ts'
import type { PlacedHardware } from '../hardware-state/placed-hardware.ts'
import { setComment } from '../hardware-state/states.ts'
import { alarmById } from './alarm-list.ts'
import { hardwareDetails } from './hardware-list.ts'

export async function placedHardwareOf(tx: Tx, id: string): Promise<PlacedHardware> {
  const hardware = await placedHardware(tx, id)
  if (!hardware) throw new AppError('not_found')
  return hardware
}

/** In stock it belongs to no location: the person who changed it follows it. */
export function publishHardware(journal: Journal, { hardware_id, device }: PlacedHardware, personId?: string): void {
  if (device) publishChange(journal, 'hardware', hardware_id, device.location_id)
  else if (personId) publishChange(journal, 'hardware', hardware_id, null, { person_id: personId })
}

export async function getHardwareDetails(ctx: Ctx, id: string): Promise<HardwareDetails> {
  await requireHardwareVisible(ctx, id)
  return hardwareDetails(ctx, id)
}

export function updateComment(
  ctx: Ctx,
  id: string,
  { comment }: { comment: string },
  version: number,
): Promise<HardwareDetails> {
  return write(ctx, async (tx, journal, inside) => {
    await requireHardwareVisible(inside, id)
    const before = await tx
      .selectFrom('hardware')
      .select(['comment', 'version'])
      .where('hardware_id', '=', id)
      .forUpdate()
      .executeTakeFirst()
    if (!before) throw new AppError('not_found')
    assertVersion(before.version, version)
    if (before.comment === comment) return hardwareDetails(inside, id)
    await setComment(tx, id, comment)
    const hardware = await placedHardwareOf(tx, id)
    noteOfDevice(journal, hardware.device, {
      actor: personActor(ctx),
      feature: 'hardware',
      verb: 'comment_updated',
      before: { comment: before.comment },
      after: { comment },
    })
    publishHardware(journal, hardware, ctx.person.id)
    return hardwareDetails(inside, id)
  })
}

const assignmentsAtMost = 200

/** A place that the reader does not see is kept in the list, without its name. */
export async function assignmentsOf(ctx: Ctx, id: string): Promise<Assignment[]> {
  await requireHardwareVisible(ctx, id)
  const { rows } = await sql<Assignment>`
    select a.id, a.device_id, d.type as device_type, d.number as device_number, l.id as location_id, l.code as location_code,
      l.label as location_label, a.assigned_at, a.removed_at, a.assigned_by, a.removed_by
    from hardware_assignments a join devices d on d.id = a.device_id
    left join locations l on l.id = a.location_id and ${rowIsVisible(ctx, 'location', 'GET', 'location', sql`l.id`)}
    where a.hardware_id = ${id} order by a.assigned_at desc, a.id desc limit ${assignmentsAtMost}`.execute(ctx.db)
  return rows
}

export function acknowledgeAlarm(
  ctx: Ctx,
  { alarm_id, comment }: { alarm_id: string; comment: string },
): Promise<Alarm> {
  return write(ctx, async (tx, journal, inside) => {
    const row = await tx.selectFrom('alarms').select('hardware_id').where('id', '=', alarm_id).executeTakeFirst()
    if (!row) throw new AppError('not_found')
    await requireHardware(inside, row.hardware_id, { hardware: ['UPDATE'] })
    const hardware = await placedHardwareOf(tx, row.hardware_id)
    const isTaken = await acknowledge(tx, journal, { id: alarm_id, hardware }, { actor: personActor(ctx), comment })
    if (!isTaken) throw new AppError('alarm_is_over')
    publishHardware(journal, hardware, ctx.person.id)
    return alarmById(inside, alarm_id)
  })
}
