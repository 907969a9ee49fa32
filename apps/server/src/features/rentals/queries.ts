import { sql } from 'kysely'
import { rentalDevices, rentalPlacesAtMost } from '@wheelhouse/contract/rentals/rentals.ts'
import type { RentalPlace } from '@wheelhouse/contract/rentals/rentals.ts'
import type { FilterOfList } from '@wheelhouse/contract/list.ts'
import type { Ctx } from '../../platform/context.ts'
import { collated, float, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'
import { healthOf, lastSeenAt, stateOf, vehicleJoins } from './vehicle-state.ts'

type Visible = Scope<unknown, unknown>['visible']

/** From what needs a hand to what does not, as people sort it. */
const stateOrder = sql`array['missing', 'unknown', 'maintenance', 'deactivated', 'available', 'reserved', 'on_trip']`

/** A rental session follows its fleet: the right is over sessions, the groups are those of the fleet. */
const openRide = (visible: Visible) => sql`left join lateral (select s.id, s.started_at from rental_sessions s
  where s.rental_device_id = v.id and s.status <> 'ended' and ${visible('session', sql`s.fleet_id`, 'GET', 'rental_fleet')} limit 1) r on true`
/** Where its last ride left it; a location that the reader does not see is not joined. */
const location = (visible: Visible) =>
  sql`left join locations l on l.id = st.location_id and ${visible('location', sql`l.id`)}`
/** Of those who may read the command history. */
const openCommand = (visible: Visible) => sql`left join lateral (select c.name from commands c
  where c.rental_device_id = v.id and c.status = 'in_progress'
    and ${visible('rental_device', sql`v.fleet_id`, 'GETCMDSHISTORY', 'rental_fleet')} order by c.id desc limit 1) c on true`

export const rentalList = listQuery(rentalDevices, {
  from: ({ visible }) => sql`rental_devices v join rental_fleets f on f.id = v.fleet_id ${vehicleJoins}
    ${location(visible)} ${openRide(visible)}`,
  rowsFrom: ({ visible }) => sql`rental_devices v join rental_fleets f on f.id = v.fleet_id ${vehicleJoins}
    ${location(visible)} ${openRide(visible)} ${openCommand(visible)}`,
  id: sql`v.id`,
  visibleBy: [{ type: 'rental_device', column: sql`v.fleet_id`, scopeType: 'rental_fleet' }],
  columns: ({ ctx }) => ({
    id: uuid(sql`v.id`),
    code: word(sql`v.code`),
    fleet_id: uuid(sql`v.fleet_id`),
    fleet_name: text(sql`f.name`),
    state: word(stateOf(ctx)),
    state_since: instant(sql`v.state_since`),
    battery_percent: orNull(float(sql`round(st.battery_percent::numeric, 1)::float8`)),
    latitude: orNull(float(sql`st.latitude`)),
    longitude: orNull(float(sql`st.longitude`)),
    speed_kmh: orNull(float(sql`round(st.speed_kmh::numeric, 1)::float8`)),
    position_at: orNull(instant(sql`st.position_at`)),
    moved_at: orNull(instant(sql`st.moved_at`)),
    last_seen_at: orNull(instant(lastSeenAt)),
    health: word(healthOf(ctx)),
    location_id: orNull(uuid(sql`l.id`)),
    location_code: orNull(word(sql`l.code`)),
    location_label: orNull(text(sql`l.label`)),
    rental_session_id: orNull(uuid(sql`r.id`)),
    rented_at: orNull(instant(sql`r.started_at`)),
    ride_orange_hours: int(sql`f.ride_orange_hours`),
    ride_red_hours: int(sql`f.ride_red_hours`),
    command_name: orNull(word(sql`c.name`)),
    hardware_id: orNull(word(sql`v.hardware_id`)),
    firmware_version: orNull(word(sql`hs.firmware_version`)),
    comment: text(sql`v.comment`),
    created_at: instant(sql`v.created_at`),
    updated_at: instant(sql`v.updated_at`),
    version: int(sql`v.version`),
  }),
  filters: ({ ctx }) => ({
    q: search(sql`v.code`, sql`v.hardware_id`, sql`v.comment`),
    state: anyOf(stateOf(ctx)),
    fleet_id: anyOf(sql`v.fleet_id`, 'uuid'),
    location_id: anyOf(sql`l.id`, 'uuid'),
    battery_below: own((percent) => sql<boolean>`st.battery_percent < ${percent}::float8`),
    not_moved_hours: own(
      (hours) => sql<boolean>`(v.state <> 'on_trip'
        and st.moved_at <= ${ctx.clock.now().toISOString()}::timestamptz - make_interval(hours => ${hours}::int))`,
    ),
    created_at: age(sql`v.created_at`),
  }),
  sorts: ({ ctx }) => ({
    state: { by: sql`array_position(${stateOrder}, ${stateOf(ctx)})`, cast: 'int' },
  }),
})

/** Every vehicle of a filter that ever reported where it is, for the map. */
export async function rentalPlaces(
  ctx: Ctx,
  filter: FilterOfList<typeof rentalDevices>,
): Promise<{ items: RentalPlace[]; total: number }> {
  const { from, where } = rentalList.conditions(ctx, filter)
  const { rows } = await sql<RentalPlace & { total: number }>`
    select v.id, v.code, ${stateOf(ctx)} as state, round(st.battery_percent::numeric, 1)::float8 as battery_percent, f.name as fleet_name,
      st.latitude, st.longitude, count(*) over () as total
    from ${from} where ${where} and st.latitude is not null order by ${collated(sql`v.code`)}, v.id limit ${rentalPlacesAtMost}`.execute(
    ctx.db,
  )
  return { items: rows.map(({ total: _, ...place }) => place), total: rows[0]?.total ?? 0 }
}
