import { sql } from 'kysely'
import { keysOf } from '@wheelhouse/contract/certain.ts'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { locationFieldLevels } from '@wheelhouse/contract/locations/location-fields.ts'
import type { LeveledField } from '@wheelhouse/contract/locations/location-fields.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import { bool, float, instant, int, json, jsonOf, orNull, text, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import type { RowContext } from '../../lists/list-query.ts'
import { hasRights } from '../../authz/authorize.ts'
import { aggregatesWithMarks } from '../hardware-state/aggregates.ts'
import { organizationJoins, rowColumns } from './queries.ts'
import { urgentEntriesOfEach } from './urgent-entries.ts'

/** What app users read now: of those that have begun and not ended the latest beginning. Of one location at a time: no list asks it. */
const currentMessage = ({ clock }: RowContext) => sql<string>`coalesce((select m.text from maintenance_messages m
  where m.location_id = l.id and m.starts_at <= ${clock.now().toISOString()}::timestamptz
    and (m.ends_at is null or m.ends_at > ${clock.now().toISOString()}::timestamptz) order by m.starts_at desc, m.id desc limit 1), '')`

const openColumns = (ctx: RowContext): Columns<Omit<Location, LeveledField>> => ({
  ...rowColumns,
  state: text(sql`l.state`),
  city: text(sql`l.city`),
  district: text(sql`l.district`),
  country: word(sql`l.country`),
  generation: word(sql`l.generation`),
  use_case: orNull(word(sql`l.use_case`)),
  time_zone: word(sql`l.time_zone`),
  icon_type: word(sql`l.icon_type`),
  is_free: bool(sql`l.is_free`),
  has_booking: bool(sql`l.has_booking`),
  has_app_parking: bool(sql`l.has_app_parking`),
  has_rfid_parking: bool(sql`l.has_rfid_parking`),
  has_e_charging: bool(sql`l.has_e_charging`),
  is_publicly_visible: bool(sql`l.is_publicly_visible`),
  free_parking_hours: float(sql`l.free_parking_hours`),
  free_parking_summary: text(sql`l.free_parking_summary`),
  free_parking_details: text(sql`l.free_parking_details`),
  overstay_limit_h: orNull(int(sql`l.overstay_limit_h`)),
  maintenance_message: text(currentMessage(ctx)),
  updated_at: instant(sql`l.updated_at`),
  version: int(sql`l.version`),
})

/** Apart from the others, so that no statement selects one of them without its level. */
const leveledColumns: Columns<Required<Pick<Location, LeveledField>>> = {
  power_save: word(sql`l.power_save`),
  has_auto_restarts: bool(sql`l.has_auto_restarts`),
  has_camera: bool(sql`l.has_camera`),
  support_phone: text(sql`l.support_phone`),
  support_email: text(sql`l.support_email`),
  terms_url: text(sql`l.terms_url`),
  private_tags: json<string[]>(sql`l.private_tags`),
  restricted_description: text(sql`l.restricted_description`),
  hidden_admin_description: text(sql`l.hidden_admin_description`),
}

/** One location without the fields whose level the caller does not hold here. */
export async function locationById(ctx: Ctx, id: string): Promise<Location | undefined> {
  const leveled = keysOf(leveledColumns)
  const rights = leveled.map((field) => locationFieldLevels[field])
  const held = await hasRights(ctx, rights, { type: 'location', id })
  const visible = leveled.filter((_, index) => held[index]).map((field) => [field, leveledColumns[field]])
  const columns = { ...openColumns(ctx), ...Object.fromEntries(visible) }
  const { rows } = await sql<{ text: JsonText<Location> }>`select ${jsonOf(columns)} as text
    from locations l ${organizationJoins} ${aggregatesWithMarks(ctx)} ${urgentEntriesOfEach(ctx)}
    where l.id = ${id}::uuid`.execute(ctx.db)
  return rows[0] && parsed(rows[0].text)
}
