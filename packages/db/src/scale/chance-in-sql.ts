import type pg from 'pg'

/** Runs the statements of one seed; text only, because most of it is generated. */
export type Run = <Row extends pg.QueryResultRow>(text: string) => Promise<pg.QueryResult<Row>>

/** Length of the past: 24 months. */
export const pastDays = 730

/**
 * Creates repeatable chance in PostgreSQL: the same number and salt give the same value. All functions belong to this
 * connection only. `id7` is an id as if created at that millisecond; `at` turns milliseconds into a time.
 */
export async function makeChance(run: Run): Promise<void> {
  await run(`
    create function pg_temp.chance(n bigint, salt int) returns float8 language sql immutable as
      $$ select ((hashint8extended(n, salt::bigint) >> 11) & 9007199254740991)::float8 / 9007199254740992 $$;
    create function pg_temp.pick(n bigint, salt int, count int) returns int language sql immutable as
      $$ select floor(pg_temp.chance(n, salt) * count)::int $$;
    create function pg_temp.id7(ms bigint, n bigint, salt int) returns uuid language sql immutable as
      $$ select (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(hashint8extended(n, salt::bigint) & 4095), 3, '0') || '8' ||
        lpad(to_hex((hashint8extended(n, salt::bigint) >> 12) & 4503599627370495), 15, '0'))::uuid $$;
    create function pg_temp.at(ms bigint) returns timestamptz language sql immutable as
      $$ select timestamptz 'epoch' + ms * interval '1 millisecond' $$;
    create function pg_temp.hardware_id(n bigint, salt int) returns text language sql immutable as
      $$ select upper(lpad(to_hex(hashint8extended(n, salt::bigint)), 16, '0') || lpad(to_hex(n), 8, '0')) $$`)
}

/** One salt per use, so that no two draws for one number are the same. */
export const salts: Readonly<Record<string, number>> = Object.fromEntries(
  [
    'organization',
    'group',
    'person',
    'grant_group',
    'grant_role',
    'grant_count',
    'location',
    'city',
    'status',
    'tag',
    'owner',
    'operator',
    'distributor',
    'power',
    'docks',
    'district',
    'device',
    'hardware',
    'mesh',
    'silent',
    'beat',
    'state',
    'open',
    'rider',
    'key',
    'session',
    'start',
    'place',
    'dock',
    'who',
    'minutes',
    'end',
    'rating',
    'comment',
    'payment',
    'event',
    'command',
    'command_at',
    'command_of',
    'command_end',
    'alarm',
    'open_session',
    'open_at',
    'role',
    'name',
    'surname',
    'pin',
  ].map((name, index) => [name, index + 1]),
)

/** Writes `chance('start', 'n')` in SQL. */
export const chance = (salt: string, n = 'n'): string => `pg_temp.chance(${n}, ${saltOf(salt)})`
export const pick = (salt: string, count: number | string, n = 'n'): string =>
  `pg_temp.pick(${n}, ${saltOf(salt)}, ${count})`
export const id7 = (salt: string, ms: string, n = 'n'): string => `pg_temp.id7(${ms}, ${n}, ${saltOf(salt)})`
export const oneOf = (salt: string, words: readonly string[], n = 'n'): string =>
  `(array[${words.map((word) => `'${word}'`).join(', ')}])[${pick(salt, words.length, n)} + 1]`

function saltOf(name: string): number {
  const salt = salts[name]
  if (!salt) throw new Error(`There is no salt ${name}`)
  return salt
}
