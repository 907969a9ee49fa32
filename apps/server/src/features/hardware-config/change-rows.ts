import { sql } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import type { ConfigChange } from '@wheelhouse/contract/hardware-config/hardware-config.ts'
import type { Db } from '../../platform/context.ts'
import { instant, int, json, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'

/** What was read back outweighs what the commands say: an answer after the time limit is true all the same. */
const status = sql`case when x.verified_at is not null then 'applied' when x.differs is not null then 'differs'
  when sc.status <> 'success' then sc.status when rc.status is null or rc.status in ('in_progress', 'success') then 'verifying' else rc.status end`

export const changeColumns: Columns<ConfigChange> = {
  id: uuid(sql`x.id`),
  batch_id: uuid(sql`x.batch_id`),
  hardware_id: word(sql`x.hardware_id`),
  device_id: orNull(uuid(sql`x.device_id`)),
  device_type: orNull(word(sql`coalesce(d.type, h.type)`)),
  device_number: orNull(int(sql`d.number`)),
  location_id: orNull(uuid(sql`x.location_id`)),
  location_code: orNull(word(sql`l.code`)),
  template_id: orNull(uuid(sql`x.template_id`)),
  template_name: orNull(text(sql`t.name`)),
  template_version: orNull(int(sql`x.template_version`)),
  status: word(status),
  failure: orNull(
    word(sql`case when sc.status = 'failed' then sc.failure when rc.status = 'failed' then rc.failure end`),
  ),
  changes: json(sql`x.changes`),
  differs: orNull(json(sql`x.differs`)),
  comment: text(sql`x.comment`),
  requested_by: uuid(sql`x.requested_by`),
  requested_by_name: orNull(text(sql`p.name`)),
  created_at: instant(sql`x.created_at`),
  deadline_at: instant(sql`coalesce(rc.deadline_at, sc.deadline_at)`),
  ended_at: orNull(
    instant(sql`coalesce(rc.ended_at, case when sc.status not in ('in_progress', 'success') then sc.ended_at end)`),
  ),
}
export const changeFrom = sql`hardware_config_changes x join commands sc on sc.id = x.set_command_id left join commands rc on rc.id = x.read_command_id
  join hardware h on h.hardware_id = x.hardware_id left join devices d on d.id = x.device_id left join locations l on l.id = x.location_id
  left join config_templates t on t.id = x.template_id left join console_users p on p.id = x.requested_by`

export async function changesOfBatch(db: Db, batchId: string): Promise<ConfigChange[]> {
  const { rows } = await sql<{ text: JsonText<ConfigChange> }>`
    select ${jsonOf(changeColumns)} as text from ${changeFrom} where x.batch_id = ${batchId}::uuid order by x.id`.execute(
    db,
  )
  return rows.map((row) => parsed(row.text))
}
