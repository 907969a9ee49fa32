import { sql } from 'kysely'
import { locationFieldLevels } from '@wheelhouse/contract/locations/locations.ts'
import type { Location } from '@wheelhouse/contract/locations/locations.ts'
import type { Ctx } from '../../platform/context.ts'
import { hasRights } from '../../authz/authorize.ts'
import { aggregatesWithMarks } from './aggregates.ts'
import { organizationJoins, rowColumns } from './queries.ts'

/** What app users read now: of those that have begun and not ended the latest beginning. Of one location at a time: no list asks it. */
const currentMessage = ({ clock }: Ctx) => sql<string>`coalesce((select m.text from maintenance_messages m
  where m.location_id = l.id and m.starts_at <= ${clock.now().toISOString()}::timestamptz
    and (m.ends_at is null or m.ends_at > ${clock.now().toISOString()}::timestamptz) order by m.starts_at desc, m.id desc limit 1), '')`

/** One location without the fields whose level the caller does not hold here. */
export async function locationById(ctx: Ctx, id: string): Promise<Location | undefined> {
  const { rows } = await sql<Location>`
    select ${rowColumns}, l.state, l.city, l.district, l.country, l.generation, l.use_case, l.latitude, l.longitude, l.time_zone, l.icon_type,
      l.is_free, l.has_booking, l.has_app_parking, l.has_rfid_parking, l.has_e_charging, l.is_publicly_visible, l.free_parking_hours,
      l.free_parking_summary, l.free_parking_details, ${currentMessage(ctx)} as maintenance_message, l.updated_at, l.version,
      l.power_save, l.has_auto_restarts, l.has_camera, l.support_phone, l.support_email, l.terms_url, l.private_tags, l.restricted_description,
      l.hidden_admin_description
    from locations l ${organizationJoins} ${aggregatesWithMarks(ctx)} where l.id = ${id}::uuid`.execute(ctx.db)
  const [location] = rows
  if (!location) return undefined
  const levels = Object.entries(locationFieldLevels)
  const held = await hasRights(
    ctx,
    levels.map(([, right]) => right),
    { type: 'location', id },
  )
  const hidden = new Set(levels.filter((_, index) => !held[index]).map(([field]) => field))
  return Object.fromEntries(Object.entries(location).filter(([field]) => !hidden.has(field))) as unknown as Location
}
