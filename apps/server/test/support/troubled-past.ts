import { uuidv7 } from 'uuidv7'
import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { refreshRollups } from '../../src/features/rollups/refresh.ts'
import { makeFleet } from '../../src/features/fleets/samples.ts'
import { makeVehicle } from '../../src/features/rentals/samples.ts'
import { makeSubscription } from '../../src/features/subscriptions/samples.ts'
import type { Organization } from './factories.ts'
import type { TestApp } from './test-app.ts'

/** Instants at which clocks change: back in Europe and in Los Angeles, forward in Los Angeles and in Europe. */
const changes = ['2025-10-26T01:00:00Z', '2025-11-02T09:00:00Z', '2026-03-08T10:00:00Z', '2026-03-29T01:00:00Z']
const began = '2025-10-01T00:00:00.000Z'

export interface Past {
  organization: Organization
  places: string[]
  fleet: string
  pass: string
}

/**
 * An organization with half a year in which everything happened that makes sums go wrong: both clock changes of two zones, stays
 * over midnight and over days, three currencies, refunds on later days, bookings, cancellations, free stays, doors, docks that came
 * and went, outages inside of outages and of maintenance. Figures are counted in the middle of it: half of the rows arrive late,
 * others are corrected or deleted, and a person is erased. Every moment is a quarter of an hour.
 */
export async function insertTroubledPast(w: TestApp): Promise<Past> {
  const organization = await w.make.organization()
  const at = {
    launched_at: began,
    created_at: began,
    updated_at: began,
    public_tags: ['troubled'],
    free_parking_hours: 2.5,
  }
  const places = []
  for (const time_zone of ['Europe/Tallinn', 'America/Los_Angeles', 'Asia/Kathmandu'])
    places.push(await w.make.location(organization, { ...at, time_zone }))
  // Launched half an hour into the day of a clock change, on the calendar of the place.
  for (const [time_zone, launched_at] of [
    ['Europe/Tallinn', '2025-10-25T21:30:00.000Z'],
    ['America/Los_Angeles', '2026-03-08T08:30:00.000Z'],
  ])
    places.push(await w.make.location(organization, { ...at, time_zone, launched_at }))
  const docks = []
  for (const place of places) docks.push(await w.make.device(place, { created_at: began }))
  await w.make.device(places[0] ?? '', { created_at: began, deleted_at: '2025-10-26T12:00:00.000Z' })
  for (const place of places.slice(3))
    await w.make.device(place, { created_at: began, deleted_at: '2026-04-01T00:00:00.000Z' })
  await w.make.device(places[0] ?? '', { created_at: '2026-03-29T12:00:00.000Z' })
  const door = await w.make.device(places[0] ?? '', { created_at: began, type: 'door' })
  const fleet = await makeFleet(w, organization, { time_zone: 'America/Los_Angeles', created_at: began })
  const vehicle = await makeVehicle(w, fleet)
  const pass = await makeSubscription(w, organization.id, [organization.owner], { time_zone: 'Asia/Tokyo' })
  const people = Array.from({ length: 4 }, () => uuidv7())
  await w.pool.query(
    `insert into users (id, name, country_code, created_at) select id, 'Rider ' || nth, 'EE', now() from unnest($1::uuid[]) with ordinality p(id, nth)`,
    [people],
  )
  // The last one is visible to nobody.
  for (const person of people.slice(0, 3)) await w.make.members('user', person, [organization.owner])
  const things = { places, docks, door, fleet, vehicle: vehicle.id, pass, people }
  await insertHalf(w, things, 0)
  await refreshRollups(w.db, () => w.clock.now())
  await insertHalf(w, things, 1)
  await correct(w, things)
  await insertEvents(w, things)
  return { organization, places, fleet, pass }
}

interface Things {
  places: string[]
  docks: string[]
  door: string
  fleet: string
  vehicle: string
  pass: string
  people: string[]
}

/** Densely around the clock changes, thinly over the rest; the second half fills the gaps of the first. */
const moments = `(select n, t from (
  select 100 * c + n as n, change::timestamptz - interval '30 hours' + make_interval(mins => 75 * n) as t
    from unnest($1::text[]) with ordinality as x(change, nth) cross join lateral (select nth::int as c) c cross join generate_series(0, 59) n
  union all select 1000 + n, '2025-10-21T03:00:00Z'::timestamptz + make_interval(mins => 1545 * n) from generate_series(0, 149) n) m where n % 2 = $2)`

async function insertHalf(w: TestApp, { places, docks, door, fleet, vehicle, pass, people }: Things, half: number) {
  const run = (text: string, ...values: unknown[]) => w.pool.query(text, [changes, half, ...values])
  await run(
    `insert into parking_sessions (id, location_id, device_id, device_type, user_id, status, how_ended, started_at, ended_at, fee_minor, currency, payment_state, rating, updated_at)
     select gen_random_uuid(), ($3::uuid[])[1 + n / 2 % 3], case when is_door then $5::uuid else ($4::uuid[])[1 + n / 2 % 3] end, case when is_door then 'door' else 'dock' end,
       case when n % 11 > 0 then ($6::uuid[])[1 + n % 4] end, 'ended', case when n % 17 = 0 then 'forced' when n % 23 = 0 then 'cancelled' else 'normal' end,
       t, t + make_interval(mins => 15 * (case when n % 20 = 1 then 230 else 1 + n * 7 % 97 end)), n % 5 * 150,
       case when n % 5 > 0 then (array['EUR', 'NOK', 'JPY'])[1 + n / 6 % 3] end, 'not_charged', case when n % 4 = 0 then 1 + n % 5 end, t
     from (select *, n / 2 % 3 = 0 and n % 4 < 2 as is_door from ${moments} m) m`,
    places,
    docks,
    door,
    people,
  )
  await run(
    `insert into rental_sessions (id, fleet_id, rental_device_id, updated_at, status, how_ended, started_at, ended_at, fee_minor, currency, distance_m, rating, user_id)
     select gen_random_uuid(), $3, $4, t, 'ended', case when n % 13 = 0 then 'cancelled' else 'normal' end, t, t + interval '45 minutes', n % 4 * 100, 'EUR', n * 10, 1 + n % 5, ($5::uuid[])[1 + n % 4]
     from ${moments} m where n % 3 = 0`,
    fleet,
    vehicle,
    people,
  )
  // What was parked and ridden is paid for at its end, and a subscription now and then.
  const payment = `insert into payments (id, type, parking_session_id, rental_session_id, subscription_id, charge_key, user_id, visible_through_type, visible_through_id, amount_minor, currency, state, created_at, updated_at)`
  const isNew = (column: string) => `not exists (select from payments p where p.${column} = s.id)`
  await w.pool.query(
    `${payment} select gen_random_uuid(), 'session', id, null, null, id::text, user_id, 'location', location_id, fee_minor, currency, 'paid', ended_at, ended_at
     from parking_sessions s where fee_minor > 0 and how_ended <> 'cancelled' and ${isNew('parking_session_id')}`,
  )
  await w.pool.query(
    `${payment} select gen_random_uuid(), 'session', null, id, null, id::text, user_id, 'rental_fleet', fleet_id, fee_minor, currency, 'paid', ended_at, ended_at
     from rental_sessions s where fee_minor > 0 and how_ended <> 'cancelled' and ${isNew('rental_session_id')}`,
  )
  await run(
    `${payment} select gen_random_uuid(), 'subscription', null, null, $3, gen_random_uuid(), ($4::uuid[])[1 + n % 4], 'subscription', $3, 1000 + n, (array['JPY', 'EUR', 'NOK'])[1 + n % 3], 'paid', t, t
     from ${moments} m where n % 5 = 0`,
    pass,
    people,
  )
  await w.pool.query(
    `with unpaid as (select *, row_number() over (order by created_at, id) as nth from payments p where not exists (select from payment_entries e where e.payment_id = p.id))
     insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
     select gen_random_uuid(), id, 1, 'owed', amount_minor, 'rider', 'revenue', created_at from unpaid
     union all select gen_random_uuid(), id, 2, case when nth % 5 = 0 then 'approved' else 'paid' end, amount_minor, 'provider', 'rider', created_at + interval '15 minutes' from unpaid where nth % 9 > 0`,
  )
  await run(
    `insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at, cleared_at, ended_at, clearing)
     select gen_random_uuid(), ($3::uuid[])[1 + n / 2 % 3], case when n % 5 > 1 then ($4::uuid[])[1 + n / 2 % 3] end, case when n % 5 > 1 then 'HW' end,
       t, t, t + make_interval(mins => 15 * length), t + make_interval(mins => 15 * length), case when n % 7 = 0 then 'not_watched' else 'recovered' end
     from (select *, 1 + n % 31 as length from ${moments} m where n % 7 < 2) m`,
    places,
    docks,
  )
  await run(
    `insert into commands (id, hardware_id, location_id, device_id, name, actor_kind, status, step, created_at, deadline_at, ended_at)
     select gen_random_uuid(), 'B', ($3::uuid[])[1 + n / 2 % 3], ($4::uuid[])[1 + n / 2 % 3], 'identify', 'person', (array['success', 'success', 'failed', 'hardware_timeout', 'unhandled'])[1 + n % 5], 'received', t, t, t + make_interval(secs => n % 13)
     from ${moments} m`,
    places,
    docks,
  )
}

async function correct(w: TestApp, { places, docks, people }: Things): Promise<void> {
  const run = (text: string, ...values: unknown[]) => w.pool.query(text, values)
  const nth = (table: string, where: string) =>
    `(select id, row_number() over (order by started_at, id) as nth from ${table} where ${where}) o`
  // The lock's own clock was five hours ahead, and the fee was another one.
  await run(
    `update parking_sessions s set started_at = started_at - interval '5 hours', fee_minor = fee_minor + 50, rating = 5 from ${nth('parking_sessions', 'fee_minor > 0')} where o.id = s.id and nth % 9 = 0`,
  )
  await run(
    `update rental_sessions s set started_at = started_at - interval '5 hours', distance_m = 77 from ${nth('rental_sessions', 'true')} where o.id = s.id and nth % 6 = 0`,
  )
  await run(
    `delete from parking_sessions s using ${nth('parking_sessions', `fee_minor = 0`)} where o.id = s.id and nth % 8 = 0`,
  )
  await run(
    `insert into parking_sessions (id, location_id, device_id, device_type, status, started_at, updated_at)
     values (gen_random_uuid(), $1, $2, 'dock', 'active', '2026-03-07T05:00:00Z', now()), (gen_random_uuid(), $3, $4, 'dock', 'booked', '2026-03-29T05:00:00Z', now())`,
    places[1],
    docks[1],
    places[0],
    docks[0],
  )
  await run(
    `insert into payment_attempts (id, payment_id, number, kind, amount_minor, actor_kind, created_at)
     select gen_random_uuid(), id, 1, 'refund', captured_minor / 2, 'system', created_at + interval '9 days'
     from (select *, row_number() over (order by created_at, id) as nth from payments where captured_minor > 0) p where nth % 3 = 0`,
  )
  await run(
    `insert into payment_entries (id, payment_id, number, kind, amount_minor, debit, credit, at)
     select gen_random_uuid(), payment_id, 3, 'refunded', amount_minor, 'revenue', 'provider', created_at from payment_attempts`,
  )
  await run(
    `update outages o set folded_into = (select w.id from outages w where w.location_id = o.location_id and w.hardware_id is null order by w.began_at limit 1)
     from (select id, row_number() over (order by began_at, id) as nth from outages where hardware_id is not null) n where n.id = o.id and nth % 4 = 0`,
  )
  await run(
    `insert into outages (id, location_id, device_id, hardware_id, began_at, raised_at) values (gen_random_uuid(), $1, $2, 'HW', '2026-03-20T10:00:00Z', '2026-03-20T10:00:00Z')`,
    places[2],
    docks[2],
  )
  // Maintenance through a clock change: back at one place, forward at another.
  for (const [place, status, since] of [
    [places[1], 'maintenance', '2025-11-01T12:00:00Z'],
    [places[1], 'launched', '2025-11-02T18:00:00Z'],
    [places[0], 'maintenance', '2026-03-28T20:00:00Z'],
    [places[0], 'launched_offline', '2026-03-29T06:00:00Z'],
  ])
    await run('update locations set status = $2, updated_at = $3 where id = $1', place, status, since)
  await run(
    `insert into kept_prices (session_id, price_version_id, free_minutes, time_zone, kept_at)
     select id, gen_random_uuid(), 30 + fee_minor / 10, 'UTC', started_at from parking_sessions where fee_minor > 0`,
  )
  await run(
    `update users set name = 'Deleted user', phone = null, email = null, deleted_at = now() where id = $1`,
    people[1],
  )
}

async function insertEvents(w: TestApp, { places, docks }: Things): Promise<void> {
  await ensureEventPartitions(w.pool, new Date(began), new Date('2026-04-30T00:00:00Z'))
  await w.pool.query(
    `insert into events (id, at, actor_kind, actor_name, feature, verb, resource_type, resource_id, visible_through_id, device_id, after, correlation_id)
     select (lpad(to_hex((extract(epoch from t) * 1000)::bigint), 12, '0') || '70008000' || lpad(to_hex(n), 12, '0'))::uuid, t, (array['person', 'system', 'hardware'])[1 + n % 3],
       case when n % 3 = 0 then 'Kadri Mets' end, 'parking-sessions', (array['begun', 'ended'])[1 + n % 2], case when n % 10 = 0 then 'device' else 'session' end, gen_random_uuid(),
       ($3::uuid[])[1 + n / 2 % 3], ($4::uuid[])[1 + n / 2 % 3], case when n % 2 = 1 then json_build_object('how_ended', 'forced', 'command', 'unlock') end, gen_random_uuid()
     from (${moments.replace('n % 2 = $2', '$2::int is not null')}) m`,
    [changes, 0, places, docks],
  )
}
