import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import type { Command } from '@wheelhouse/contract/commands/commands.ts'
import { bool, float, instant, int, json, jsonOf, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { waitsForWake } from './outbox.ts'

const isWaiting = sql`(c.status = 'in_progress' and c.step = 'not_sent' and c.claimed_at is null)`
/** Values of parameters are read with GET_PARAMS, secret ones by nobody; the command history is read by more people. */
const isConfiguration = sql`c.name in ('get_paramsys_info', 'set_paramsys')`
/** Which parameters were set, without their values. */
const shownArgs = sql`case when c.name = 'set_paramsys' then jsonb_build_object('keys',
  (select coalesce(jsonb_agg(p ->> 'key'), '[]') from jsonb_array_elements(c.args -> 'params') p)) else c.args end`

export const commandColumns: Columns<Command> = {
  id: uuid(sql`c.id`),
  device_id: orNull(uuid(sql`c.device_id`)),
  device_number: orNull(int(sql`d.number`)),
  device_type: orNull(word(sql`coalesce(d.type, h.type)`)),
  location_id: orNull(uuid(sql`c.location_id`)),
  hardware_id: word(sql`c.hardware_id`),
  name: word(sql`c.name`),
  args: json(shownArgs),
  reason: orNull(word(sql`c.reason`)),
  comment: orNull(text(sql`c.comment`)),
  requested_by: orNull(uuid(sql`c.requested_by`)),
  requested_by_name: orNull(text(sql`p.name`)),
  status: word(sql`c.status`),
  step: word(sql`c.step`),
  failure: orNull(word(sql`c.failure`)),
  health_at_request: word(sql`c.health_at_request`),
  created_at: instant(sql`c.created_at`),
  sent_at: orNull(instant(sql`c.sent_at`)),
  received_at: orNull(instant(sql`c.received_at`)),
  deadline_at: instant(sql`c.deadline_at`),
  ended_at: orNull(instant(sql`c.ended_at`)),
  is_cancellable: bool(isWaiting),
  wakes_at: orNull(
    instant(sql`case when ${isWaiting} and ${waitsForWake} then
      (hs.last_heartbeat_at + make_interval(secs => heartbeat_interval_s(l.power_save)))::timestamptz(3) end`),
  ),
  percent: orNull(float(sql`case when c.status = 'in_progress' then (c.result ->> 'percent')::float8 end`)),
  result: orNull(json(sql`case when c.status in ('success', 'failed') and not ${isConfiguration} then c.result end`)),
}
export const commandJoins = sql`left join devices d on d.id = c.device_id left join console_users p on p.id = c.requested_by
  left join locations l on l.id = c.location_id left join hardware h on h.hardware_id = c.hardware_id
  left join hardware_state hs on hs.hardware_id = c.hardware_id`

export async function commandWhere(db: Db, where: RawBuilder<boolean>): Promise<Command | undefined> {
  const { rows } = await sql<{ text: JsonText<Command> }>`
    select ${jsonOf(commandColumns)} as text from commands c ${commandJoins} where ${where}`.execute(db)
  return rows[0] && parsed(rows[0].text)
}

export const commandById = ({ db }: Pick<Ctx, 'db'>, id: string): Promise<Command | undefined> =>
  commandWhere(db, sql<boolean>`c.id = ${id}::uuid`)
