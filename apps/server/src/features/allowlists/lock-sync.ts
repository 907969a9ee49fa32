import { sql } from 'kysely'
import { accessEntriesAPart, accessPartsAtMost } from '@wheelhouse/device-protocol/commands.ts'
import { openJournal, publishChange, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { sendSystemCommands } from '../commands/system-commands.ts'
import { lockContent } from './lock-content.ts'

type Moment = Pick<Ctx, 'db' | 'clock' | 'config'>

const changesAtOnce = 1_000
/** Messages of one round, so that a change of a whole city does not hold up what people send. */
const locksAtOnce = 100
/** After the first failure, the second and so on; from then on the last. */
const pausesS = [10, 30, 60, 300, 900, 3_600]

/**
 * Brings the locks to what the allowlists say; the gateway calls it once a second. Everything it knows is in its tables,
 * so a restart or another process goes on where this one ended.
 */
export async function syncAllowlists(moment: Moment): Promise<void> {
  while ((await applyChanges(moment)) === changesAtOnce);
  await settle(moment)
  await send(moment)
}

/** Gives a new version to each changed lock whose keys are not those of before. Returns how many changes were consumed. */
async function applyChanges({ db, clock }: Moment): Promise<number> {
  const now = clock.now()
  const journal = openJournal(now)
  return withJournal(db, journal, async (tx) => {
    const { rows } = await sql<{ hardware_id: string }>`
      delete from allowlist_changes where id in (select id from allowlist_changes order by id limit ${changesAtOnce} for update skip locked)
      returning hardware_id`.execute(tx)
    const ids = [...new Set(rows.map((row) => row.hardware_id))]
    if (ids.length > 0) await announce(tx, journal, await writeVersions(tx, ids, now))
    return rows.length
  })
}

/** `content`: what each of these locks must hold now, as one hash. It is made of the keyed hashes, and tells nothing of the keys. */
export const contentOf = (ids: readonly string[], now: Date) => sql`${lockContent(ids, now)},
    content as (select p.hardware_id, exists (select 1 from lists l where l.hardware_id = p.hardware_id) as is_restricted,
        count(m.key_hash)::int as keys,
        encode(sha256(convert_to(coalesce(string_agg(concat_ws(' ', m.key_type, encode(m.key_hash, 'hex'), m.is_master, extract(epoch from m.expires_at)), ','
          order by m.key_type, m.key_hash, m.is_master), ''), 'UTF8')), 'hex') as hash
      from placed p left join merged m on m.hardware_id = p.hardware_id group by p.hardware_id)`

/** Returns the locks whose state changed on screens. A lock that never had a list and needs none gets no row. */
async function writeVersions(tx: Tx, ids: readonly string[], now: Date): Promise<string[]> {
  const at = now.toISOString()
  const { rows } = await sql<{ hardware_id: string }>`with ${contentOf(ids, now)}
    insert into allowlist_hardware as h (hardware_id, version, content_hash, content_at, keys, is_restricted, state, next_try_at)
    select c.hardware_id, 1, c.hash, ${at}::timestamptz, c.keys, c.is_restricted, 'pending', ${at}::timestamptz
      from content c where c.is_restricted or exists (select 1 from allowlist_hardware o where o.hardware_id = c.hardware_id)
    on conflict (hardware_id) do update set
      content_at = excluded.content_at,
      ${whenSame('confirmed_content_at', sql`case when h.confirmed_version = h.version then excluded.content_at else h.confirmed_content_at end`, sql`h.confirmed_content_at`)},
      ${whenSame('version', sql`h.version`, sql`h.version + 1`)},
      ${whenSame('state', sql`h.state`, sql`'pending'`)},
      ${whenSame('attempts', sql`h.attempts`, sql`0`)},
      ${whenSame('failure', sql`h.failure`, sql`null`)},
      ${whenSame('command_id', sql`h.command_id`, sql`null`)},
      ${whenSame('next_try_at', sql`h.next_try_at`, sql`excluded.next_try_at`)},
      content_hash = excluded.content_hash, keys = excluded.keys, is_restricted = excluded.is_restricted
    returning h.hardware_id`.execute(tx)
  return rows.map((row) => row.hardware_id)
}

/** The column of a row on conflict: the first value where the lock holds the same keys under the same rule, else the second. */
const whenSame = (column: string, same: ReturnType<typeof sql>, other: ReturnType<typeof sql>) =>
  sql`${sql.ref(column)} = case when (h.content_hash, h.is_restricted) = (excluded.content_hash, excluded.is_restricted) then ${same} else ${other} end`

interface Due {
  hardware_id: string
  device_id: string
  version: number
  keys: number
  is_restricted: boolean
}

/** Sends to the locks that wait, as far as their controllers are connected. Later parts follow the first in the order of their ids. */
async function send(moment: Moment): Promise<void> {
  const now = moment.clock.now()
  const journal = openJournal(now)
  await withJournal(moment.db, journal, async (tx) => {
    const { rows: due } = await sql<Due>`
      select h.hardware_id, d.id as device_id, h.version, h.keys, h.is_restricted from allowlist_hardware h
      join devices d on d.hardware_id = h.hardware_id join hardware w on w.hardware_id = h.hardware_id
      join controllers c on c.hardware_id = w.controller_id and c.is_online
      where h.state <> 'in_sync' and h.command_id is null and h.next_try_at <= ${now.toISOString()}::timestamptz
      order by h.next_try_at, h.hardware_id limit ${locksAtOnce} for update of h skip locked`.execute(tx)
    if (due.length === 0) return
    const tooLong = due.filter((lock) => partsOf(lock) > accessPartsAtMost)
    await end(
      tx,
      journal,
      tooLong.map(({ hardware_id }) => ({ hardware_id, failure: 'too_many_keys' })),
    )
    const orders = due
      .filter((lock) => !tooLong.includes(lock))
      .flatMap((lock) =>
        Array.from({ length: partsOf(lock) }, (_, index) => ({
          device_id: lock.device_id,
          given: { version: lock.version, part: index + 1, parts: partsOf(lock), is_restricted: lock.is_restricted },
        })),
      )
    const sent = await sendSystemCommands(tx, journal, moment, 'set_access_list', orders)
    const last = new Map(sent.map(({ hardware_id, id }) => [hardware_id, id]))
    await sql`update allowlist_hardware h set command_id = s.id, state = 'pending'
      from unnest(${[...last.keys()]}::text[], ${[...last.values()]}::uuid[]) s(hardware_id, id)
      where h.hardware_id = s.hardware_id`.execute(tx)
  })
}

const partsOf = ({ keys }: Due): number => Math.max(1, Math.ceil(keys / accessEntriesAPart))

/** Takes the ends of what was sent: a success confirms the version, anything else is tried again after a growing pause. */
async function settle({ db, clock }: Moment): Promise<void> {
  const journal = openJournal(clock.now())
  await withJournal(db, journal, async (tx) => {
    const { rows } = await sql<{ hardware_id: string; status: string; failure: string | null }>`
      select h.hardware_id, c.status, c.failure from allowlist_hardware h join commands c on c.id = h.command_id
      where c.status <> 'in_progress' limit ${changesAtOnce} for update of h`.execute(tx)
    if (rows.length === 0) return
    await end(
      tx,
      journal,
      rows.map(({ hardware_id, status, failure }) => ({
        hardware_id,
        failure: status === 'success' ? null : (failure ?? status),
      })),
    )
  })
}

interface Ending {
  hardware_id: string
  /** Null: the lock confirmed its version. */
  failure: string | null
}

async function end(tx: Tx, journal: Journal, endings: readonly Ending[]): Promise<void> {
  if (endings.length === 0) return
  const at = journal.at.toISOString()
  const next = (attempts: ReturnType<typeof sql>) =>
    sql`${at}::timestamptz + make_interval(secs => (${pausesS}::int[])[least(${attempts}, ${pausesS.length})])`
  await sql`update allowlist_hardware h set command_id = null, failure = e.failure,
      state = case when e.failure is null then 'in_sync' else 'failed' end,
      attempts = case when e.failure is null then 0 else h.attempts + 1 end,
      next_try_at = case when e.failure is null then h.next_try_at else ${next(sql`h.attempts + 1`)} end,
      confirmed_version = case when e.failure is null then h.version else h.confirmed_version end,
      confirmed_content_at = case when e.failure is null then h.content_at else h.confirmed_content_at end,
      confirmed_at = case when e.failure is null then ${at}::timestamptz else h.confirmed_at end
    from json_to_recordset(${JSON.stringify(endings)}::json) e(hardware_id text, failure text)
    where h.hardware_id = e.hardware_id`.execute(tx)
  await announce(
    tx,
    journal,
    endings.map(({ hardware_id }) => hardware_id),
  )
}

/** Screens that show one of the allowlists or subscriptions of these locks are notified. */
async function announce(tx: Tx, journal: Journal, hardwareIds: readonly string[]): Promise<void> {
  if (hardwareIds.length === 0) return
  const ids = sql`any(${[...hardwareIds]}::text[])`
  const { rows } = await sql<{ type: 'whitelist' | 'subscription'; id: string }>`
    select 'whitelist' as type, t.allowlist_id as id from devices d
      join allowlist_targets t on (t.location_id = d.location_id or t.device_id = d.id) where d.hardware_id = ${ids}
    union select 'subscription', t.subscription_id from devices d
      join subscription_targets t on (t.location_id = d.location_id or t.device_id = d.id) where d.hardware_id = ${ids}`.execute(
    tx,
  )
  for (const { type, id } of rows) publishChange(journal, type, id, null, { through: { type, id } })
}

/** Starting hardware says which version it kept. One that lost its list would open for everybody, so it gets it again. */
export async function takeKeptVersion(tx: Tx, hardwareId: string, version: number, at: Date): Promise<void> {
  await sql`update allowlist_hardware set state = 'pending', confirmed_version = 0, confirmed_content_at = null,
      next_try_at = ${at.toISOString()}::timestamptz
    where hardware_id = ${hardwareId} and state = 'in_sync' and confirmed_version <> ${version} and command_id is null`.execute(
    tx,
  )
}
