import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyHash, openKey } from '../sealing.ts'
import type { SealedKey } from '../sealing.ts'
import { testDatabase } from '../test-database.ts'
import type { TestDatabase } from '../test-database.ts'
import { scaleOf, seedScale } from './scale.ts'
import type { Scale } from './scale.ts'
import { readScale, scaleText, sizesOf } from './sizes.ts'

const now = new Date('2026-11-21T10:42:00.000Z')
const installationKey = 'the key of an installation for tests'
let database: TestDatabase
let scale: Scale

beforeAll(async () => {
  database = await testDatabase()
  scale = await seedScale({ pool: database.pool, sessions: 2_000, installationKey, now })
})
afterAll(() => database.drop())

const count = async (from: string): Promise<number> =>
  (await database.pool.query<{ count: number }>(`select count(*) from ${from}`)).rows[0]?.count ?? -1

test('a scale is written in thousands and millions of sessions', () => {
  expect([readScale('2k'), readScale('1M'), readScale('12345')]).toEqual([2_000, 1_000_000, 12_345])
  expect([scaleText(2_000), scaleText(10_000_000), scaleText(1_500)]).toEqual(['2k', '10M', '1.5k'])
  for (const text of ['', '1G', '-1k', '10', '1e6', '99M'])
    expect(() => readScale(text)).toThrow('it is a number of sessions')
})

test('a million sessions require a field of full size', () => {
  expect(sizesOf(1_000_000)).toMatchObject({ locations: 5_000, organizations: 500, people: 20_000, riders: 100_000 })
  expect(sizesOf(10_000_000)).toMatchObject({ locations: 5_000, riders: 1_000_000, events: 3_000_000 })
})

test('the number of rows matches the size', async () => {
  const { sizes } = scale
  expect(await count(`parking_sessions where status = 'ended'`)).toBe(2_000)
  expect(await count('locations')).toBe(sizes.locations)
  expect(await count('users')).toBe(sizes.riders)
  expect(await count(`access_keys where type = 'rfid'`)).toBe(sizes.riders)
  expect(await count(`access_keys k join users u on u.id = k.user_id where k.type = 'pin'`)).toBe(sizes.riders)
  expect(await count('commands')).toBe(sizes.commands)
  expect(await count('events')).toBe(2_000)
  expect(await count('console_users')).toBe(sizes.people + 9)
  const devices = await count('devices')
  expect(devices / sizes.locations).toBeGreaterThan(17)
  expect(devices / sizes.locations).toBeLessThan(23)
  expect(await count('hardware_state')).toBe(devices)
  expect(await count('alarms')).toBeGreaterThan(0)
})

test('keys are sealed, and open with the key of the installation', async () => {
  const { rows } = await database.pool.query<SealedKey & { type: string }>(
    'select type, key_hash, key_sealed from access_keys',
  )
  for (const { type, ...sealed } of rows) {
    const key = openKey(installationKey, sealed)
    expect(key).toMatch(type === 'pin' ? /^\d{6}$/ : /^04[0-9A-F]{12}$/)
    expect(keyHash(installationKey, key)).toEqual(sealed.key_hash)
  }
})

test('every dropped key and index is restored, and no row is an orphan', async () => {
  const other = await testDatabase()
  const shape = `select conrelid::regclass::text as on, conname as name, pg_get_constraintdef(oid) as text from pg_constraint where connamespace = 'public'::regnamespace
      and conrelid::regclass::text !~ '^(events|hardware_five_minutes|hardware_hours|hardware_days)_'
    union all select indrelid::regclass::text, indexrelid::regclass::text, pg_get_indexdef(indexrelid) from pg_index where indrelid::regclass::text !~ '^(events_|hardware_five_minutes_|hardware_hours_|hardware_days_|pg_)' order by 1, 2, 3`
  try {
    expect((await database.pool.query(shape)).rows).toEqual((await other.pool.query(shape)).rows)
  } finally {
    await other.drop()
  }
  const months = `pg_inherits i where i.inhparent = 'events'::regclass`
  expect(await count(`pg_index where indrelid in (select inhrelid from ${months})`)).toBe(
    (await count(`pg_index where indrelid = 'events'::regclass`)) * (await count(months)),
  )
  expect(
    await count(
      'parking_sessions s left join users u on u.id = s.user_id left join access_keys k on k.id = s.access_key_id where u.id is null or k.user_id <> u.id',
    ),
  ).toBe(0)
  expect(
    await count('parking_sessions s join devices d on d.id = s.device_id where d.location_id <> s.location_id'),
  ).toBe(0)
  expect(
    await count(
      'commands c left join devices d on d.id = c.device_id where d.hardware_id is distinct from c.hardware_id',
    ),
  ).toBe(0)
  expect(
    await count(
      'events e left join parking_sessions s on s.id = e.resource_id where s.location_id is distinct from e.visible_through_id or s.device_id is distinct from e.device_id',
    ),
  ).toBe(0)
})

test('a session is in the past, its id carries its time, and an open one is in a locked dock', async () => {
  expect(
    await count(
      `parking_sessions where started_at > '${now.toISOString()}' or ended_at > '${now.toISOString()}' or ended_at < started_at`,
    ),
  ).toBe(0)
  expect(
    await count(
      `parking_sessions where ('x' || left(replace(id::text, '-', ''), 12))::bit(48)::bigint <> round(extract(epoch from started_at) * 1000)`,
    ),
  ).toBe(0)
  const open = `parking_sessions s join devices d on d.id = s.device_id join hardware_state h using (hardware_id) where s.status <> 'ended'`
  expect(await count(open)).toBeGreaterThan(100)
  expect(await count(`${open} and h.dock_state <> 'locked'`)).toBe(0)
  expect(await count(`hardware_state h where dock_state = 'locked'`)).toBe(await count(open))
})

const seen = (key: string, type = 'location') =>
  `(select distinct m.resource_id from role_grants g join resource_group_members m using (group_id) join console_users p on p.id = g.person_id
     where p.email = '${key}@scale.test' and m.resource_type = '${type}') s`

test('each known person sees the share of the locations that the name says', async () => {
  const locations = scale.sizes.locations
  expect(await count(seen('all'))).toBe(locations)
  expect(await count(seen('tenth'))).toBe(locations / 10)
  expect(await count(seen('hundredth'))).toBe(locations / 100)
  expect(await count(seen('thousandth'))).toBe(1)
  expect(await count(seen('nothing'))).toBe(0)
  expect(await count(seen('dormant_tenth'))).toBe(locations / 10)
  expect(await count(seen('dormant_thousandth'))).toBe(1)
  const wide = await count(seen('wide'))
  expect(wide / locations).toBeGreaterThan(0.55)
  expect(wide / locations).toBeLessThan(0.77)
  expect(
    await count(`role_grants g join console_users p on p.id = g.person_id where p.email = 'wide@scale.test'`),
  ).toBe(480)
  const everything = `resource_groups r join role_grants g on g.group_id = r.id where r.covers_everything and g.person_id = '${scale.people.everything.id}'`
  expect(await count(everything)).toBe(1)
})

test('the sessions of dormant locations are all in the first fifth of the time, and busy locations have the most', async () => {
  const fifth = new Date(now.getTime() - 0.8 * 730 * 86_400_000).toISOString()
  const dormant = `parking_sessions where location_id in (select resource_id from ${seen('dormant_tenth')})`
  expect(await count(dormant)).toBeGreaterThan(10)
  expect(await count(`${dormant} and started_at > '${fifth}'`)).toBe(0)
  const busiest = `(select count(*) as n from parking_sessions group by location_id order by 1 desc limit ${scale.sizes.locations / 10}) b`
  const { rows } = await database.pool.query<{ share: number }>(
    `select (sum(n) / 2000)::float8 as share from ${busiest}`,
  )
  expect(rows[0]?.share).toBeGreaterThan(0.2)
})

test('the same size and time give the same rows, and existing data are replaced only on request', async () => {
  await expect(seedScale({ pool: database.pool, sessions: 2_000, installationKey, now })).rejects.toThrow(
    'The database contains other data',
  )
  const sum = async () =>
    (await database.pool.query(`select md5(string_agg(s::text, '' order by id)) as sum from parking_sessions s`)).rows
  const before = await sum()
  const again = await seedScale({ pool: database.pool, sessions: 2_000, installationKey, now, isReplacing: true })
  expect(await sum()).toEqual(before)
  expect(again).toEqual(scale)
  expect(await scaleOf(database.pool)).toEqual(scale)
})
