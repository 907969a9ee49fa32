import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { parsed } from '../../platform/json-text.ts'
import type { JsonText } from '../../platform/json-text.ts'
import { hardwareList as declared } from '@wheelhouse/contract/hardware/hardware-details.ts'
import type { HardwareDetails, PlacedHardware } from '@wheelhouse/contract/hardware/hardware-details.ts'
import { holdsOn } from '../../authz/rights.ts'
import { hardwareIsVisible } from '../../authz/hardware-visible.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { instant, int, jsonOf, float, orNull, text, word } from '../../lists/columns.ts'
import type { Columns } from '../../lists/columns.ts'
import { isOfOrganizations, isOnDashboard } from '../../lists/asked-places.ts'
import { age, anyOf, anyOfBy, own, yesNo } from '../../lists/list-filters.ts'
import { listQuery, readerIn } from '../../lists/list-query.ts'
import type { RowContext } from '../../lists/list-query.ts'
import type { Ctx } from '../../platform/context.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { deviceHealth, offlineFor } from '../hardware-state/health.ts'
import { isUninitialized } from '../hardware-state/states.ts'
import { hardwareColumns, hardwareSearch, hardwareSorts } from './hardware-columns.ts'

/** What is built in nowhere is on mains power. */
const from = sql`hardware h left join controllers m on m.hardware_id = h.controller_id left join hardware_state hs on hs.hardware_id = h.hardware_id
  left join hardware_state cs on cs.hardware_id = h.controller_id left join devices d on d.hardware_id = h.hardware_id
  left join locations p on p.id = d.location_id left join rental_devices rv on rv.hardware_id = h.hardware_id
  left join lateral (select coalesce(p.power_save, 'none') as power_save) l on true`

const columnsOf = (ctx: RowContext): Columns<PlacedHardware> => ({
  ...hardwareColumns(ctx),
  device_number: orNull(int(sql`d.number`)),
  location_code: orNull(word(sql`p.code`)),
  location_label: orNull(text(sql`p.label`)),
  rental_code: orNull(word(sql`rv.code`)),
  config_hash: orNull(word(sql`hs.config_hash`)),
})

/** Who sees only hardware at a location does not find out what is being done with the location. */
const isSeenLocation = (ctx: RowContext) =>
  visiblePredicate(visibleSet(readerIn(ctx), 'location', 'GET', 'location'), sql`d.location_id`)

export const hardwareList = listQuery(declared, {
  from: () => from,
  id: sql`h.hardware_id`,
  idCast: 'text',
  visibleBy: [],
  where: ({ ctx }) =>
    hardwareIsVisible(
      { person: certain(ctx.person) },
      {
        device: sql`d.id`,
        location: sql`d.location_id`,
        fleet: sql`rv.fleet_id`,
      },
    ),
  columns: ({ ctx }) => columnsOf(ctx),
  filters: ({ ctx }) => ({
    q: hardwareSearch(
      sql`h.comment`,
      sql`hs.firmware_name`,
      sql`m.mesh_id::text`,
      sql`p.code`,
      sql`p.label`,
      sql`rv.code`,
    ),
    type: anyOf(sql`h.type`),
    mesh_id: anyOfBy(
      (ids: readonly string[]) => sql<boolean>`m.mesh_id = any(${ids.map((id) => id.toUpperCase())}::text[])`,
    ),
    health: anyOf(deviceHealth(ctx)),
    offline_for: anyOf(offlineFor(ctx)),
    uninitialized: anyOf(yesNo(isUninitialized)),
    firmware_name: anyOf(sql`hs.firmware_name`),
    firmware_version: anyOf(sql`hs.firmware_version`),
    config_hash: anyOf(sql`hs.config_hash`),
    location_id: anyOf(sql`d.location_id`, 'uuid'),
    location_status: anyOf(sql`case when ${isSeenLocation(ctx)} then p.status end`),
    organization_id: anyOfBy((ids: readonly string[]) => isOfOrganizations(readerIn(ctx), ids, sql`d.location_id`)),
    dashboard_id: own((id) => isOnDashboard(readerIn(ctx), id, sql`d.location_id`)),
    last_heartbeat_at: age(sql`hs.last_heartbeat_at`),
  }),
  sorts: ({ ctx }) => hardwareSorts(ctx),
})

/** The threshold in its last reading, for a statement that names the hardware `h`; null where it was never read. */
export const thresholdRead = sql`(select (e ->> 'value')::int from (select params from hardware_configs c where c.hardware_id = h.hardware_id
  order by c.read_at desc, c.id desc limit 1) r cross join lateral jsonb_array_elements(r.params) e where e ->> 'key' = 'low_voltage_mv')`

const detailsOf = (ctx: RowContext): Columns<HardwareDetails> => ({
  ...columnsOf(ctx),
  wifi_ssid: orNull(text(sql`hs.wifi_ssid`)),
  wifi_rssi_dbm: orNull(int(sql`hs.wifi_rssi_dbm`)),
  temperature_c: orNull(float(sql`hs.temperature_c`)),
  uptime_s: orNull(int(sql`hs.uptime_s`)),
  clock_off_s: orNull(int(sql`hs.clock_off_s`)),
  alarms_off_until: orNull(instant(sql`h.alarms_off_until`)),
  open_alarms: int(
    sql`(select count(*)::int from alarms a where a.hardware_id = h.hardware_id and a.cleared_at is null)`,
  ),
  low_voltage_mv: orNull(int(thresholdRead)),
  newest_version: orNull(
    word(sql`(select r.version from firmware_releases r where r.firmware_name = hs.firmware_name and r.channel = 'stable'
      order by r.released_at desc limit 1)`),
  ),
  children: int(
    sql`(select count(*)::int from hardware o where o.controller_id = h.hardware_id and o.hardware_id <> h.hardware_id)`,
  ),
  version: int(sql`h.version`),
})

/** Visibility is asked before: by the route, and for stock by `requireHardwareVisible`. Settings have a level of their own. */
export async function hardwareDetails(ctx: Ctx, id: string): Promise<HardwareDetails> {
  const seesSettings = holdsOn(sql`${ctx.person.id}::uuid`, 'hardware', 'GETSETTINGS', { type: 'hardware', id })
  const { rows } = await sql<{ text: JsonText<HardwareDetails>; sees_settings: boolean }>`
    select ${jsonOf(detailsOf(ctx))} as text, ${seesSettings} as sees_settings from ${from} where h.hardware_id = ${id}`.execute(
    ctx.db,
  )
  const [row] = rows
  if (!row) throw new AppError('not_found')
  const { alarms_off_until, low_voltage_mv, ...details } = parsed(row.text)
  return row.sees_settings ? { ...details, alarms_off_until, low_voltage_mv } : details
}
