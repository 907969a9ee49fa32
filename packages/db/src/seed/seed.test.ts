import { readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openKey } from '../sealing.ts'
import type { SealedKey } from '../sealing.ts'
import type { TestDatabase } from '../test-database.ts'
import type { FleetPlan } from './hardware/fleet-files.ts'
import { isQrCode } from '@wheelhouse/contract/deep-link/deep-link.ts'
import { eventKindNames } from '@wheelhouse/contract/events/event-kinds.ts'
import type { EventKindName } from '@wheelhouse/contract/events/event-kinds.ts'
import { isPin } from './people/riders.ts'
import { demonstrationKey, demonstrationNow, testDemonstration } from './test-demonstration.ts'
import { seedQuestions } from './test-questions.ts'

const now = demonstrationNow
const installationKey = demonstrationKey
let database: TestDatabase
let dataDir: string

beforeAll(async () => {
  ;({ database, dataDir } = await testDemonstration())
})
afterAll(async () => {
  await database.drop()
  rmSync(dataDir, { recursive: true })
})

const { ask, count, tablesOf } = seedQuestions(() => ({ database }))

/** The tables that the seed names: `insertRows(client, 'region_configs', …)`. */
function tablesOfSeed(): string[] {
  const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /(?<!\.test)\.ts$/.test(path),
  )
  const texts = sources.map((path) => readFileSync(join(import.meta.dirname, path), 'utf8'))
  return texts.flatMap((text) =>
    [...text.matchAll(/insertRows\(\s*client,\s*'([a-z_]+)'/g)].map(([, name = '']) => name),
  )
}

test('three cities of believable size', async () => {
  const tables = await tablesOf(database.pool)
  const counts = Object.fromEntries(await Promise.all(tables.map(async (table) => [table, await count(table)])))
  process.stdout.write(`seeded: ${JSON.stringify(counts)}\n`)
  expect(counts).toMatchObject({
    organizations: 5,
    resource_groups: 24,
    console_users: 10,
    locations: 61,
    users: 1500,
  })
  const filled = tablesOfSeed()
  expect(filled.length).toBeGreaterThan(30)
  expect(filled.filter((table) => !counts[table])).toEqual([])
  expect(counts.devices).toBeGreaterThan(680)
  expect(counts.devices).toBeLessThan(760)
  expect(counts.parking_sessions).toBeGreaterThan(40_000)
  expect(counts.parking_sessions).toBeLessThan(60_000)
  expect(await ask(`select value from installation where key = 'demonstration'`)).toEqual([{ value: true }])
  expect(await ask('select distinct status from locations')).toHaveLength(8)
  expect(await count(`(select distinct status from commands where status <> 'in_progress')`)).toBe(4)
  expect(await count(`alarms where cleared_at is null`)).toBeGreaterThan(5)
  expect(
    await count(
      `events where (visible_through_id is null and resource_type not in ('point_of_interest', 'whitelist', 'user', 'console', 'service_fee', 'reminders', 'public_area', 'feedback', 'dashboards', 'report', 'work_plan')) or actor_name is null and actor_kind <> 'system'`,
    ),
  ).toBe(0)
})

test('events have kinds that the server writes, and session events name their device', async () => {
  const kinds = await ask<{ kind: EventKindName }>(`select distinct feature || ' ' || verb as kind from events`)
  expect(kinds.map(({ kind }) => kind).filter((kind) => !eventKindNames.includes(kind))).toEqual([])
  const astray = `events e left join parking_sessions s on s.id = e.resource_id where e.resource_type = 'session' and e.device_id is distinct from s.device_id`
  expect(await count(astray)).toBe(0)
  expect(
    await count(`events where device_id = resource_id or device_id is not null and resource_type = 'device'`),
  ).toBe(0)
})

test('subscriptions have every status, and each paid period has one payment', async () => {
  expect(await count('(select distinct status from subscribers)')).toBe(7)
  expect(await count('subscriptions where places_taken = max_capacity')).toBe(1)
  expect(
    await count(
      `subscriptions s where places_taken <> (select count(*) from subscribers b where b.subscription_id = s.id and b.holds_place)`,
    ),
  ).toBe(0)
  const paid = `(select count(*) from payments p where p.charge_key like 'subscription ' || b.id || ' %' and p.state = 'paid')`
  expect(await count(`subscribers b where paid_cycle <> ${paid}`)).toBe(0)
  expect(await count(`subscribers where holds_place and expires_at < joined_at`)).toBe(0)
  expect(
    await count(
      `payments where type = 'subscription' and captured_minor <> case when state = 'paid' then amount_minor else 0 end`,
    ),
  ).toBe(0)
})

test('sessions on one dock never overlap, and no rider is in two places', async () => {
  const overlaps = (
    who: string,
    where: string,
  ) => `(select started_at, lag(coalesce(ended_at, 'infinity')) over (partition by ${who} order by started_at) as before
    from parking_sessions where ${where}) s where before > started_at`
  expect(await count(overlaps('device_id', `device_type <> 'door'`))).toBe(0)
  expect(await count(overlaps('user_id', 'true'))).toBe(0)
  expect(
    await count(
      `parking_sessions where started_at > '${now.toISOString()}' or ended_at > '${now.toISOString()}' or ended_at < started_at`,
    ),
  ).toBe(0)
  expect(
    await count(
      `parking_sessions s join locations l on l.id = s.location_id where l.launched_at is null and l.status <> 'demo' or s.started_at < l.launched_at`,
    ),
  ).toBe(0)
})

test('at whatever hour it begins, removals wait for the crew, of bikes that stay for three days more', async () => {
  const { controllers } = JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8')) as FleetPlan
  const docks = controllers.flatMap(({ hardware }) => hardware)
  const waiting = await ask<{ hardware_id: string; location_id: string }>(
    `select d.hardware_id, o.location_id from overstays o join parking_sessions s on s.id = o.session_id join devices d on d.id = s.device_id
     where o.step = 'removal' and o.state = 'pending' and o.fee_status = 'charged'`,
  )
  const staying = waiting.filter(({ hardware_id }) => {
    const leaves = docks.find((dock) => dock.hardware_id === hardware_id)?.leaves_at
    return typeof leaves === 'string' && Date.parse(leaves) > now.getTime() + 72 * 3_600_000
  })
  expect(new Set(staying.map(({ location_id }) => location_id)).size).toBeGreaterThanOrEqual(4)
})

test('rentals: rides never overlap, their vehicles agree with them, and their tracks lead from start to end', async () => {
  const overlaps = (who: string) =>
    `(select started_at, lag(coalesce(ended_at, 'infinity')) over (partition by ${who} order by started_at) as before from rental_sessions) s where before > started_at`
  expect(await count('rental_devices')).toBe(40)
  expect(await count('rental_sessions')).toBeGreaterThan(3_000)
  expect(await count(overlaps('rental_device_id'))).toBe(0)
  expect(await count(overlaps('user_id'))).toBe(0)
  expect(
    await count(`rental_devices v left join rental_sessions s on s.rental_device_id = v.id and s.status <> 'ended'
      where v.state is distinct from case s.status when 'active' then 'on_trip' when 'booked' then 'reserved' else v.state end
        or (s.id is null and v.state in ('on_trip', 'reserved'))`),
  ).toBe(0)
  // Ended rides of the last days: their first and last positions are where the ride says it began and ended.
  expect(
    await count(`(select s.id, s.start_latitude, (array_agg(p.latitude order by p.at))[1] as first from rental_sessions s
      join rental_positions p on p.rental_device_id = s.rental_device_id and p.at between s.started_at and s.ended_at
      where s.how_ended = 'normal' and s.started_at > '${new Date(now.getTime() - 5 * 86_400_000).toISOString()}' group by s.id) r
      where abs(r.first - r.start_latitude) > 0.002`),
  ).toBe(0)
  const kinds = await ask<{ kind: string }>(
    `select distinct coalesce(how_ended, status) || case when is_ended_outside then ' outside' else '' end || case when is_fee_waived then ' waived' else '' end as kind from rental_sessions order by 1`,
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(
    expect.arrayContaining(['active', 'booked', 'cancelled', 'forced', 'forced waived', 'normal', 'normal outside']),
  )
  const byCard = `rental_sessions s join access_keys k on k.id = s.access_key_id and k.user_id = s.user_id where k.type = 'rfid'`
  expect(await count(byCard)).toBeGreaterThan(100)
  expect(await count(`${byCard} and s.how_ended = 'cancelled'`)).toBe(0)
})

test('open sessions and locked docks agree', async () => {
  const open = `parking_sessions s join devices d on d.id = s.device_id join hardware_state h on h.hardware_id = d.hardware_id where s.status <> 'ended' and d.type <> 'door'`
  expect(await count(open)).toBeGreaterThan(120)
  expect(
    await count(
      `${open} and (h.dock_state <> case s.status when 'active' then 'locked' else 'booked' end or h.dock_state_since <> s.started_at)`,
    ),
  ).toBe(0)
  expect(
    await count(`hardware_state h join devices d using (hardware_id) where d.type in ('dock', 'locker') and h.dock_state in ('locked', 'booked')
    and not exists (select 1 from parking_sessions s where s.device_id = d.id and s.status <> 'ended')`),
  ).toBe(0)
  const age = (least: number) =>
    count(`${open} and s.started_at < '${now.toISOString()}'::timestamptz - interval '${least} hours'`)
  expect(await age(24)).toBeGreaterThan(20)
  expect(await age(72)).toBeGreaterThan(4)
})

test('an outage began in its own time: raised then, confirmed two hours later, repeated daily, with its events', async () => {
  expect(await count('outages where cleared_at is null')).toBeGreaterThan(8)
  expect(
    await count(`outages where cleared_at is null and (raised_at <> began_at or confirmed_at <> began_at + interval '2 hours'
      or confirmed_at is null and began_at < '${now.toISOString()}'::timestamptz - interval '2 hours')`),
  ).toBe(0)
  expect(
    await count(`outages o where cleared_at is null and 1 + (confirmed_at is not null)::int + repeats <>
      (select count(*) from events e where e.feature = 'outages' and e.resource_id = coalesce(o.device_id, o.location_id))`),
  ).toBe(0)
  // A part of a silent location or controller has no outage beside it.
  expect(
    await count(`outages o join outages whole on whole.location_id = o.location_id and whole.hardware_id is null and whole.id <> o.id
      where o.cleared_at is null and whole.cleared_at is null`),
  ).toBe(0)
})

test('spec 5: location codes have six digits; PINs, QR codes and keys have their formats', async () => {
  expect(
    await count(
      `locations where code !~ '^[1-9][0-9]{5}$' or char_length(hidden_admin_description) < 10 or terms_url not like 'https://%'`,
    ),
  ).toBe(0)
  const keys = await ask<SealedKey & { type: string; name: string }>(
    'select k.type, k.key_hash, k.key_sealed, u.name from access_keys k join users u on u.id = k.user_id',
  )
  const opened = keys.map(({ type, name, ...sealed }) => ({ type, name, key: openKey(installationKey, sealed) }))
  const wrong = opened.filter(
    ({ type, key }) =>
      (type === 'pin' && !isPin(key)) || (type === 'rfid' && !/^([0-9A-F]{8}|[0-9A-F]{14})$/.test(key)),
  )
  expect(wrong).toEqual([])
  expect(
    (await ask<{ code: string }>('select qr_code as code from devices where qr_code is not null')).filter(
      ({ code }) => !isQrCode(code),
    ),
  ).toEqual([])
  expect(opened.filter(({ key }) => key === '00745A70').map(({ name }) => name)).toEqual(['Evelin Valk'])
  expect(await count(`users where phone !~ '^\\+[1-9][0-9]{7,14}$'`)).toBe(0)
})

test('the fleet file contains the hardware, its secrets and the keys in its docks', async () => {
  const fleet = JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8')) as FleetPlan
  const secrets = JSON.parse(readFileSync(join(dataDir, 'fleet-secrets.json'), 'utf8')) as Record<string, string>
  expect(statSync(join(dataDir, 'fleet-secrets.json')).mode & 0o777).toBe(0o600)
  const hashes = await ask<{ id: string; hash: string }>(
    `select hardware_id as id, secret_hash as hash from controllers`,
  )
  expect(Object.keys(secrets).toSorted()).toEqual(hashes.map(({ id }) => id).toSorted())
  const states = new Map(
    (await ask<{ id: string; state: string }>(`select hardware_id as id, dock_state as state from hardware_state`)).map(
      ({ id, state }) => [id, state],
    ),
  )
  const keys = new Set(fleet.keys.map(({ key }) => key))
  for (const controller of fleet.controllers) {
    expect(controller.hardware[0]).toMatchObject({ hardware_id: controller.controller_id, type: 'controller' })
    for (const one of controller.hardware) {
      expect(states.get(one.hardware_id)).toBe(one.dock_state ?? 'unknown')
      const holdsBike = (one.type === 'dock' || one.type === 'locker') && one.dock_state === 'locked'
      expect(holdsBike).toBe(one.key !== null && keys.has(one.key))
    }
  }
  const behaviours = new Set(
    fleet.controllers.flatMap((one) => [one.behaviour, ...one.hardware.map(({ behaviour }) => behaviour)]),
  )
  expect(behaviours).toEqual(
    new Set([
      'normal',
      'offline',
      'late',
      'flapping',
      'slow',
      'refusing',
      'duplicate',
      'out_of_order',
      'half_dead',
      'wrong_clock',
      'config_locked',
      'config_unreadable',
    ]),
  )
})

test('some stock is switched on and some is boxed; one device is pending deletion', async () => {
  const fleet = JSON.parse(readFileSync(join(dataDir, 'fleet.json'), 'utf8')) as FleetPlan
  const stock = await ask<{ comment: string; type: string; is_alive: boolean }>(
    `select h.comment, h.type, s.last_heartbeat_at is not null as is_alive from hardware h left join hardware_state s using (hardware_id)
     where not exists (select from devices d where d.hardware_id = h.hardware_id)
       and not exists (select from rental_devices v where v.hardware_id = h.hardware_id)`,
  )
  const alive = stock.filter(({ is_alive }) => is_alive)
  expect(new Set(alive.map(({ comment }) => comment))).toEqual(
    new Set(['Test bench 1', 'Test bench 2', 'Test bench 3']),
  )
  expect(fleet.controllers.filter(({ city }) => city === null).flatMap(({ hardware }) => hardware)).toHaveLength(
    alive.length,
  )
  expect(stock.filter(({ is_alive }) => !is_alive).every(({ comment }) => comment === 'Shelf B4')).toBe(true)
  expect(
    await ask(
      `select number from devices where delete_pending and delete_asked_at = '${new Date(now.getTime() - 2 * 3_600_000).toISOString()}'`,
    ),
  ).toEqual([{ number: 13 }])
})

test('the list has variety: the health of locations, computed from heartbeats', async () => {
  const rows = await ask<{ health: string; count: number }>(`with device as (
    select d.location_id, worse_health(heartbeat_health(s.last_heartbeat_at, heartbeat_interval_s(l.power_save), 3, 10, 600, 86400, '${now.toISOString()}'),
      heartbeat_health(c.last_heartbeat_at, heartbeat_interval_s(l.power_save), 3, 10, 600, 86400, '${now.toISOString()}')) as health
    from devices d join locations l on l.id = d.location_id join hardware h using (hardware_id) left join hardware_state s using (hardware_id)
    left join hardware_state c on c.hardware_id = h.controller_id)
    select health, count(*) from device group by 1`)
  const counts = Object.fromEntries(rows.map(({ health, count: devices }) => [health, devices]))
  expect(counts.healthy).toBeGreaterThan(550)
  for (const health of ['late', 'offline', 'long_offline', 'no_data']) expect(counts[health], health).toBeGreaterThan(5)
})
