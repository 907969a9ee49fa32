import { sealKey } from '../sealing.ts'
import { chance, id7, oneOf, pastDays, pick } from './chance-in-sql.ts'
import { openShare, openedAt } from './field.ts'
import type { Place } from './rights.ts'
import { dormantUntil, isDormant } from './views.ts'

const dayMs = 86_400_000
const firstNames = ['Mari', 'Jaan', 'Liis', 'Karl', 'Anna', 'Erik', 'Ingrid', 'Lars', 'Sofia', 'Jonas']
const lastNames = ['Tamm', 'Saar', 'Kask', 'Mets', 'Hansen', 'Berg', 'Lind', 'Virtanen', 'Ozols', 'Holm']

/**
 * Six digits without runs and repeats (values: PIN). There are fewer of them than riders of a large field, so that the
 * later riders have none.
 */
const pins = `select row_number() over (order by pin) - 1 as n, pin from (select lpad(p::text, 6, '0') as pin from generate_series(0, 999999) p) x
  where (select count(distinct digit) from unnest(string_to_array(pin, null)) digit) = 6 and not exists (select from generate_series(1, 5) at
    where abs(substr(pin, at, 1)::int - substr(pin, at + 1, 1)::int) = 1)`

/** Riders with one card each, and with a PIN as far as there are any. */
export async function makeRiders(place: Place): Promise<void> {
  const { run, sizes, now } = place
  const born = now - pastDays * dayMs
  await run(`create temp table scale_riders on commit drop as
    select n::int, ${id7('rider', `${born} + n`)} as id, ${id7('key', `${born} + n`)} as key_id from generate_series(0, ${sizes.riders - 1}) n`)
  await run('create unique index on scale_riders (n); analyze scale_riders')
  await run(`insert into users (id, name, phone, email, country_code, created_at)
    select id, ${oneOf('name', firstNames)} || ' ' || ${oneOf('surname', lastNames)} || ' ' || n, '+3725' || lpad(n::text, 7, '0'), 'rider' || n || '@scale.test', 'EE',
      pg_temp.at(${born} + n) from scale_riders order by n`)
  // An odd factor keeps the 48 bits of each card unique.
  const card = `'04' || upper(lpad(to_hex((n::bigint * 40503 + 7) & 281474976710655), 12, '0'))`
  await makeKeys(place, 'rfid', `select n, key_id as id, id as user_id, ${card} as key from scale_riders`, born)
  await run(`create temp table scale_pins on commit drop as ${pins}`)
  await run('create unique index on scale_pins (n); analyze scale_pins')
  const ofRiders = `select r.n, ${id7('pin', `${born} + r.n`, 'r.n')} as id, r.id as user_id, p.pin as key from scale_riders r join scale_pins p using (n)`
  await makeKeys(place, 'pin', ofRiders, born)
}

const keysAtOnce = 20_000

/** Drawn by PostgreSQL, and sealed here, because it does not have the installation's key. `drawn` has a row for each n. */
async function makeKeys(
  { client, installationKey }: Place,
  type: 'rfid' | 'pin',
  drawn: string,
  born: number,
): Promise<void> {
  for (let first = 0; ; first += keysAtOnce) {
    const { rows } = await client.query<{ n: number; id: string; user_id: string; key: string }>(
      `select * from (${drawn}) k where n >= $1 and n < $1 + ${keysAtOnce} order by n`,
      [first],
    )
    if (rows.length === 0) return
    const sealed = rows.map(({ key }) => sealKey(installationKey, key))
    await client.query(
      `insert into access_keys (id, user_id, type, key_hash, key_sealed, created_at)
       select id, user_id, '${type}', key_hash, key_sealed, pg_temp.at(${born} + n)
       from unnest($1::int[], $2::uuid[], $3::uuid[], $4::bytea[], $5::text[]) k(n, id, user_id, key_hash, key_sealed)`,
      [
        rows.map(({ n }) => n),
        rows.map(({ id }) => id),
        rows.map(({ user_id }) => user_id),
        sealed.map(({ key_hash }) => key_hash),
        sealed.map(({ key_sealed }) => key_sealed),
      ],
    )
  }
}

const sessionColumns = `id, location_id, device_id, device_type, user_id, access_key_id, status, how_ended, started_at, ended_at, fee_minor, currency,
  payment_state, rating, comment, updated_at`

const atOnce = 250_000

/** Inserts ended sessions in the order of time, in batches; the first locations have most of them. */
export async function makeSessions(place: Place, report: (done: number) => void): Promise<void> {
  const { run, sizes, now } = place
  const eventsEvery = sizes.sessions / Math.max(1, sizes.events)
  const from = now - pastDays * dayMs
  const stepMs = (pastDays * dayMs - 3_600_000) / sizes.sessions
  for (let first = 0; first < sizes.sessions; first += atOnce) {
    const last = Math.min(first + atOnce, sizes.sessions) - 1
    await run(`with drawn as (${draws(place, { first, last, from, stepMs })}), made as (
      insert into parking_sessions (${sessionColumns})
      select ${id7('session', 'x.ms', 'x.n')}, l.id, d.id, 'dock', r.id, r.key_id, 'ended',
        case when x.end_luck < 0.98 then 'normal' when x.end_luck < 0.995 then 'forced' else 'cancelled' end, pg_temp.at(x.ms), pg_temp.at(x.end_ms),
        case when x.payment_luck < 0.39 then 150 else 0 end, 'EUR',
        case when x.payment_luck < 0.39 then 'paid' when x.payment_luck < 0.393 then 'failed' when x.payment_luck < 0.396 then 'refunded' else 'not_charged' end,
        case when x.rating_luck < 0.02 then 1 when x.rating_luck < 0.1 then 5 end, case when x.comment_luck < 0.02 then 'Worked well, thank you.' end, pg_temp.at(x.end_ms)
      from drawn x join scale_locations l on l.n = x.place join scale_devices d on d.n = l.first + floor(x.dock_luck * l.docks)::int
      join scale_riders r on r.n = floor(x.who_luck * ${sizes.riders})::int order by x.n
      returning id, location_id, device_id, started_at, user_id)
      insert into events (id, at, actor_kind, feature, verb, resource_type, resource_id, visible_through_id, device_id, correlation_id)
      select pg_temp.id7(ms, ms, hashtext(id::text)), started_at, 'hardware', 'parking-sessions', 'opened', 'session', id, location_id, device_id, id
      from (select *, (extract(epoch from started_at) * 1000)::bigint as ms from made) m
      where ${eventsEvery <= 1 ? 'true' : `abs(hashtext(id::text)) % 1000000 < ${Math.round(1_000_000 / eventsEvery)}`}`)
    report(last + 1)
  }
}

interface Draw {
  first: number
  last: number
  from: number
  stepMs: number
}

/** Draws the sessions from first to last. After the first fifth of the time no dormant location has any. */
function draws({ sizes, now }: Place, { first, last, from, stepMs }: Draw): string {
  const place = `floor(${sizes.locations} * power(${chance('place')}, 1.8))::int`
  const lively = `case when (${isDormant.replace('n', 'drawn_place')}) and n >= ${Math.floor(sizes.sessions * dormantUntil)} then drawn_place + 1 else drawn_place end`
  return `select n, ms, least(ms + floor(60000 * (5 + 600 * power(${chance('minutes')}, 3)))::bigint, ${now}) as end_ms, ${lively} as place, ${chance('dock')} as dock_luck,
      power(${chance('who')}, 1.5) as who_luck, ${chance('end')} as end_luck, ${chance('payment')} as payment_luck, ${chance('rating')} as rating_luck, ${chance('comment')} as comment_luck
    from (select n, ${from} + floor((n + ${chance('start')}) * ${stepMs})::bigint as ms, ${place} as drawn_place from generate_series(${first}::bigint, ${last}::bigint) n) s`
}

/** One in each locked dock. */
export async function makeOpenSessions({ run, sizes, now }: Place): Promise<void> {
  await run(`insert into parking_sessions (${sessionColumns})
    select ${id7('open_session', 'd.ms', 'd.n')}, l.id, d.id, 'dock', r.id, r.key_id, 'active', null, pg_temp.at(d.ms), null, 0, 'EUR', 'not_charged', null, null, pg_temp.at(d.ms)
    from (select *, ${openedAt(now)} as ms from scale_devices d where d.type = 'dock' and d.luck < ${openShare}) d join scale_locations l on l.n = d.place
    join scale_riders r on r.n = ${pick('who', sizes.riders, 'd.n')} where l.is_open and not (l.n % 10 = 7) order by d.ms`)
}

export async function makeCommands({ run, sizes, now }: Place): Promise<void> {
  const from = now - pastDays * dayMs
  await run(`insert into commands (id, hardware_id, device_id, location_id, name, reason, comment, actor_kind, requested_by, status, step, created_at, sent_at, received_at, deadline_at, ended_at)
    select ${id7('command', 'x.ms', 'x.n')}, d.hardware_id, d.id, l.id, ${oneOf('command', ['force_unlock', 'temporary_unlock', 'identify', 'reboot'], 'x.n')}, 'testing', 'Made for measuring',
      'person', p.id, case when ${chance('command_end', 'x.n')} < 0.9 then 'success' else 'hardware_timeout' end, 'received', pg_temp.at(x.ms), pg_temp.at(x.ms + 20), pg_temp.at(x.ms + 200),
      pg_temp.at(x.ms + 30000), pg_temp.at(x.ms + 400)
    from (select n, ${from} + floor((n + 0.5) * ${(pastDays * dayMs - 3_600_000) / sizes.commands})::bigint as ms, ${pick('command_of', 'c.count')} as device from generate_series(0, ${sizes.commands - 1}) n,
      (select count(*)::int as count from scale_devices where type = 'dock') c) x
    join scale_devices d on d.n = x.device join scale_locations l on l.n = d.place join scale_people p on p.n = 1 + ${pick('person', sizes.people, 'x.n')} order by x.n`)
}
