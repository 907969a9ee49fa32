import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { HardwareCommand } from '@wheelhouse/contract/commands/commands.ts'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import type { Reader } from '../../authz/visible.ts'
import { bool, int, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import type { Ctx } from '../../platform/context.ts'
import { commandColumns, commandJoins } from './command-rows.ts'

/** What was sent where the reader sees no commands: place, person and comment are of that place alone. */
export const placedColumns: Columns<HardwareCommand> = {
  ...commandColumns,
  is_elsewhere: bool(sql`not v.is_seen`),
  device_id: orNull(uuid(ofPlace(sql`c.device_id`))),
  device_number: orNull(int(ofPlace(sql`d.number`))),
  location_id: orNull(uuid(ofPlace(sql`c.location_id`))),
  location_code: orNull(word(ofPlace(sql`l.code`))),
  location_label: orNull(text(ofPlace(sql`l.label`))),
  comment: orNull(text(ofPlace(sql`c.comment`))),
  requested_by: orNull(uuid(ofPlace(sql`c.requested_by`))),
  requested_by_name: orNull(text(ofPlace(sql`p.name`))),
}
function ofPlace(value: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`case when v.is_seen then ${value} end`
}

/**
 * `v (is_seen)`: a piece of hardware moves on, also to another organization. What was sent to it in stock is seen by all who see its
 * history; what was sent in a dock or a vehicle, by those who may read the commands there (rights: device or hardware).
 */
export function seenAtItsPlace(ctx: Pick<Reader, 'person'>): RawBuilder<unknown> {
  const fleet = sql`(select v.fleet_id from rental_devices v where v.id = c.rental_device_id)`
  const places = [
    ['device', 'location', sql`c.location_id`],
    ['device', 'device', sql`c.device_id`],
    ['hardware', 'location', sql`c.location_id`],
    ['hardware', 'device', sql`c.device_id`],
    ['rental_device', 'rental_fleet', fleet],
    ['hardware', 'rental_fleet', fleet],
  ] as const
  const held = places.map(([type, scope, column]) => rowIsVisible(ctx, type, 'GETCMDSHISTORY', scope, column))
  return sql`cross join lateral (select (c.location_id is null and c.rental_device_id is null)
    or ${sql.join(held, sql` or `)} as is_seen offset 0) v`
}

/** A command to another piece is unknown here. */
export async function commandOfHardware(
  ctx: Ctx,
  hardwareId: string,
  id: string,
): Promise<HardwareCommand | undefined> {
  const { rows } = await sql<{ text: JsonText<HardwareCommand> }>`
    select ${jsonOf(placedColumns)} as text from commands c ${commandJoins} ${seenAtItsPlace(ctx)}
    where c.id = ${id}::uuid and c.hardware_id = ${hardwareId}`.execute(ctx.db)
  return rows[0] && parsed(rows[0].text)
}
