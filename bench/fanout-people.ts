import { certain, keysOf } from '@wheelhouse/contract/certain.ts'
import type { Filled } from './fixtures.ts'

/** People who read the live stream, each with grants of their own, and the locations that are changed. */
export interface FanoutPeople {
  ids: string[]
  locations: Record<Seen, string>
}

/** Which readers see a location, by their number. */
export const seenBy = {
  'first hundred': (n: number) => n < 100,
  'every tenth': (n: number) => n % 10 === 0,
  'every fiftieth': (n: number) => n % 50 === 0,
}
export type Seen = keyof typeof seenBy

/** Each person's own group has so many other locations. */
const othersEach = 20

/**
 * Each person has a group of their own and two districts. The locations that are changed belong to the groups of those
 * who see them and to no others. `leftOut`: these people do not see what they should.
 */
export async function makeFanoutPeople(
  { pool }: Filled,
  count: number,
  leftOut: (n: number) => boolean,
): Promise<FanoutPeople> {
  const { rows } = await pool.query<{ id: string }>(
    `select id from locations where status <> 'obsolete' order by code limit 3`,
  )
  const [hundred, tenth, fiftieth] = rows.map(({ id }) => id)
  const locations: Record<Seen, string> = {
    'first hundred': certain(hundred),
    'every tenth': certain(tenth),
    'every fiftieth': certain(fiftieth),
  }
  const changed = Object.values(locations)
  await makePeople(pool, count)
  await pool.query(
    `delete from resource_group_members where resource_type = 'location' and resource_id = any($1::uuid[])`,
    [changed],
  )
  await pool.query(
    `insert into resource_group_members select 'location', l.id, ${groupOf} from generate_series(0, $1::int - 1) n
     cross join lateral (select id from locations where id <> all($2::uuid[]) order by md5(n::text || id::text) limit ${othersEach}) l
     on conflict do nothing`,
    [count, changed],
  )
  for (const seen of keysOf(seenBy)) {
    const numbers = Array.from({ length: count }, (_, n) => n).filter((n) => seenBy[seen](n) && !leftOut(n))
    await pool.query(
      `insert into resource_group_members select 'location', $1::uuid, ${groupOf} from unnest($2::int[]) n on conflict do nothing`,
      [locations[seen], numbers],
    )
  }
  await pool.query('analyze resource_group_members, role_grants, resource_groups, console_users')
  const people = await pool.query<{ id: string }>(
    `select ${personOf} as id from generate_series(0, $1::int - 1) n order by n`,
    [count],
  )
  return { ids: people.rows.map(({ id }) => id), locations }
}

/** Made once in a database; the numbers say who it is. */
const personOf = `md5('fan-out person ' || n)::uuid`
const groupOf = `md5('fan-out group ' || n)::uuid`

async function makePeople(pool: Filled['pool'], count: number): Promise<void> {
  const numbers = 'from generate_series(0, $1::int - 1) n'
  const grant = (group: string) =>
    `insert into role_grants (person_id, group_id, role_id)
     select ${personOf}, ${group}, (select id from roles where name = 'Viewer') ${numbers} on conflict do nothing`
  const district = (step: number) =>
    `(select id from resource_groups where name = 'District ' || (n * ${step} + ${step}) % 480)`
  for (const text of [
    `insert into console_users (id, email, name, organization_id, created_at)
     select ${personOf}, 'fan-out-' || n || '@scale.test', 'Reader ' || n, (select id from organizations order by id limit 1), now() ${numbers} on conflict do nothing`,
    `insert into resource_groups (id, name, description, type, covers_everything, created_at)
     select ${groupOf}, 'Fan-out ' || n, 'Made for measuring.', 'private', false, now() ${numbers} on conflict do nothing`,
    grant(groupOf),
    grant(district(1)),
    grant(district(7)),
  ])
    await pool.query(text, [count])
}
