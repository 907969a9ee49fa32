import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Ctx, Db } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { lockContent } from '../allowlists/lock-content.ts'
import { deviceHealth, healthJoins } from '../hardware-state/health.ts'
import { paymentScopes } from '../payments/payment-scopes.ts'

/** A reader sees no more here than on other screens; null is the service, which stores a trace for many readers. */
export type TraceReader = { id: string } | null
export type TraceMoment = Pick<Ctx, 'clock' | 'config'> & { db: Db }

/** The key in question. */
export interface TracedKey {
  /** Null of a card that no user has. */
  id: string | null
  user_id: string | null
  key_hash: Buffer
  type: string
  created_at: string | null
  /** The reader sent its bytes in the other order. */
  is_reversed: boolean
}

export interface TracedUser {
  id: string
  disabled_at: string | null
  deleted_at: string | null
  created_at: string
}

export interface DeviceFacts {
  id: string
  type: string
  hardware_id: string | null
  hardware_assigned_at: string | null
  dock_state: string
  dock_state_since: string | null
  health: string
  contact_at: string | null
  location_id: string
  location_status: string
  location_status_at: string | null
  has_rfid_parking: boolean
  has_app_parking: boolean
  session: { id: string; access_key_id: string | null; started_at: string; is_visible: boolean } | null
  session_user_id: string | null
  alarms: { reason: string; raised_at: string }[]
  /** As the hardware last reported it. */
  config: { is_reader_on: boolean | null; byte_order: string | null; read_at: string } | null
  /** What the lock was sent and what it confirmed; null of a lock that never had a list. */
  sync: {
    state: string
    confirmed_version: number
    confirmed_content_at: string | null
    confirmed_at: string | null
    content_at: string
    failure: string | null
  } | null
}

const at = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const sees = (reader: TraceReader, scope: 'session' | 'whitelist', column: RawBuilder<unknown>) =>
  reader === null
    ? sql<boolean>`false`
    : rowIsVisible({ person: reader }, scope, 'GET', scope === 'session' ? 'location' : 'whitelist', column)

/** Everything about the lock and its place, in one statement. */
export async function deviceFacts(
  moment: TraceMoment,
  reader: TraceReader,
  deviceId: string,
): Promise<DeviceFacts | undefined> {
  const { rows } = await sql<DeviceFacts>`
    select d.id, d.type, d.hardware_id, d.hardware_assigned_at, coalesce(hs.dock_state, 'unknown') as dock_state, hs.dock_state_since,
      ${deviceHealth(moment)} as health, least(hs.last_heartbeat_at, cs.last_heartbeat_at) as contact_at,
      l.id as location_id, l.status as location_status, l.has_rfid_parking, l.has_app_parking,
      (select max(e.at) from events e where e.resource_id = l.id and e.feature = 'locations'
        and e.verb in ('status_changed', 'status_forced', 'launched')) as location_status_at,
      (select o.user_id from parking_sessions o where o.device_id = d.id and o.status <> 'ended' order by o.started_at limit 1) as session_user_id,
      (select json_build_object('id', o.id, 'access_key_id', o.access_key_id, 'started_at', ${at(sql`o.started_at`)},
          'is_visible', ${sees(reader, 'session', sql`o.location_id`)})
        from parking_sessions o where o.device_id = d.id and o.status <> 'ended' order by o.started_at limit 1) as session,
      coalesce((select json_agg(json_build_object('reason', a.reason, 'raised_at', ${at(sql`a.raised_at`)}) order by a.raised_at desc)
        from alarms a where a.hardware_id = d.hardware_id and a.cleared_at is null), '[]') as alarms,
      (select json_build_object('read_at', ${at(sql`c.confirmed_at`)},
          'is_reader_on', (select p -> 'value' from jsonb_array_elements(c.params) p where p ->> 'key' = 'rfid_enabled'),
          'byte_order', (select p ->> 'value' from jsonb_array_elements(c.params) p where p ->> 'key' = 'rfid_byte_order'))
        from hardware_configs c where c.hardware_id = d.hardware_id order by c.read_at desc, c.id desc limit 1) as config,
      (select json_build_object('state', a.state, 'confirmed_version', a.confirmed_version, 'failure', a.failure,
          'confirmed_content_at', ${at(sql`a.confirmed_content_at`)}, 'confirmed_at', ${at(sql`a.confirmed_at`)}, 'content_at', ${at(sql`a.content_at`)})
        from allowlist_hardware a where a.hardware_id = d.hardware_id) as sync
    from devices d join locations l on l.id = d.location_id ${healthJoins}
    where d.id = ${deviceId}::uuid and d.deleted_at is null`.execute(moment.db)
  return rows[0]
}

export interface ListFacts {
  /** An active allowlist concerns this lock. */
  is_restricted: boolean
  /** The present lists accept this key. */
  is_admitted: boolean
  /** The entry that names the key or its user: the one that lasts longest. */
  entry: {
    allowlist_id: string
    name: string
    is_visible: boolean
    sync: string
    expires_at: string | null
    is_expired: boolean
    content_at: string
  } | null
  /** A list of this lock on which the person could be put. */
  list: { id: string; name: string; is_visible: boolean; updated_at: string } | null
}

const noLists: ListFacts = { is_restricted: false, is_admitted: false, entry: null, list: null }

/** What the allowlists of this lock say about a key. */
export async function listFacts(
  moment: TraceMoment,
  reader: TraceReader,
  hardwareId: string | null,
  key: TracedKey | null,
): Promise<ListFacts> {
  if (hardwareId === null) return noLists
  const now = moment.clock.now()
  const types = key?.type === 'rfid' || key?.type === 'nfc' ? ['rfid', 'nfc'] : [key?.type ?? '']
  const { rows } = await sql<ListFacts>`with ${lockContent([hardwareId], now)}
    select exists (select 1 from lists) as is_restricted,
      exists (select 1 from merged m where m.key_hash = ${key?.key_hash ?? null}::bytea and m.key_type = any(${types}::text[])) as is_admitted,
      (select json_build_object('allowlist_id', a.id, 'name', a.name, 'sync', a.sync, 'is_visible', ${sees(reader, 'whitelist', sql`a.id`)},
          'expires_at', ${at(sql`e.expires_at`)}, 'is_expired', e.expires_at <= ${now.toISOString()}::timestamptz is true,
          'content_at', ${at(sql`greatest(e.content_at, case when e.user_id is not null then ${key?.created_at ?? null}::timestamptz end)`)})
        from lists l join allowlists a on a.id = l.allowlist_id join allowlist_entities e on e.allowlist_id = a.id
        where e.key_hash = ${key?.key_hash ?? null}::bytea or e.user_id = ${key?.user_id ?? null}::uuid
        order by coalesce(e.expires_at, 'infinity') desc, a.sync, e.id limit 1) as entry,
      (select json_build_object('id', a.id, 'name', a.name, 'updated_at', ${at(sql`a.updated_at`)}, 'is_visible', ${sees(reader, 'whitelist', sql`a.id`)})
        from lists l join allowlists a on a.id = l.allowlist_id order by a.updated_at desc, a.id limit 1) as list`.execute(
    moment.db,
  )
  return rows[0] ?? noLists
}

export interface PaymentFacts {
  open: number
  changed_at: string | null
}

/** Payments of the user that wait for someone, as far as the reader sees them; null where none may be seen at all. */
export async function paymentFacts(
  moment: TraceMoment,
  reader: TraceReader,
  userId: string | null,
): Promise<PaymentFacts | null> {
  if (reader === null) return null
  if (userId === null) return { open: 0, changed_at: null }
  const isSeen = rowIsVisible({ person: reader }, 'payment', 'GET', paymentScopes, sql`p.visible_through_id`)
  const { rows } = await sql<PaymentFacts & { may: boolean }>`
    select count(p.id)::int as open, max(p.updated_at) as changed_at,
      exists (select 1 from role_grants g join role_actions a on a.role_id = g.role_id and a.resource_type = 'payment' and a.action = 'GET'
        where g.person_id = ${reader.id}::uuid) as may
    from payments p where p.user_id = ${userId}::uuid and p.state in ('failed', 'needs_approval') and ${isSeen}`.execute(
    moment.db,
  )
  const [row] = rows
  return row?.may === true ? { open: row.open, changed_at: row.changed_at } : null
}

export async function userFacts(db: Db, userId: string | null): Promise<TracedUser | null> {
  if (userId === null) return null
  const row = await db
    .selectFrom('users')
    .select(['id', 'disabled_at', 'deleted_at', 'created_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  return row ?? null
}
