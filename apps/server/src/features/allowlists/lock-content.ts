import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import { lockTypes } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { accessEntriesAPart } from '@wheelhouse/device-protocol/commands.ts'
import type { AccessEntry } from '@wheelhouse/device-protocol/commands.ts'
import type { Db } from '../../platform/context.ts'
import { openKey } from '../../platform/seal.ts'
import type { Keyed } from '../../platform/seal.ts'

/**
 * What each of these locks must hold now: `lists`, the active allowlists and exclusive subscriptions that concern it, and
 * `merged`, their keys and those of subscribers, sealed. A key that two entries name opens until the later expiry; as a master key only
 * as long as an entry says so. A subscription that is switched off counts until its last subscriber has expired.
 */
export const lockContent = (hardwareIds: readonly string[], now: Date): RawBuilder<unknown> => sql`
  placed as (select d.id as device_id, d.location_id, d.hardware_id from devices d
    where d.hardware_id = any(${[...hardwareIds]}::text[]) and d.type = any(${[...lockTypes]}::text[])),
  passes as (select distinct p.hardware_id, s.id as subscription_id, s.is_exclusive from placed p
    join subscription_targets t on (t.location_id = p.location_id or t.device_id = p.device_id)
    join subscriptions s on s.id = t.subscription_id and (s.is_active or s.places_taken > 0)),
  lists as (select distinct p.hardware_id, a.id as allowlist_id, a.sync from placed p
    join allowlist_targets t on (t.location_id = p.location_id or t.device_id = p.device_id)
    join allowlists a on a.id = t.allowlist_id and a.status = 'active'
    union select hardware_id, null, null from passes where is_exclusive),
  entries as (
    select l.hardware_id, 'rfid' as key_type, e.key_hash, e.key_sealed, e.kind = 'master_key' as is_master, e.expires_at
      from lists l join allowlist_entities e on e.allowlist_id = l.allowlist_id and e.key_hash is not null
    union all select l.hardware_id, k.type, k.key_hash, k.key_sealed, false, e.expires_at
      from lists l join allowlist_entities e on e.allowlist_id = l.allowlist_id and e.user_id is not null
      join users u on u.id = e.user_id and u.disabled_at is null join access_keys k on k.user_id = u.id
      where l.sync = 'app_and_keys' or k.type <> 'app'
    union all select p.hardware_id, k.type, k.key_hash, k.key_sealed, false, s.expires_at
      from passes p join subscribers s on s.subscription_id = p.subscription_id and s.holds_place and s.expires_at is not null
      join users u on u.id = s.user_id and u.disabled_at is null join access_keys k on k.user_id = u.id
      where exists (select 1 from lists l where l.hardware_id = p.hardware_id)),
  merged as (select hardware_id, key_type, key_hash, min(key_sealed) as key_sealed, is_master,
      case when bool_or(expires_at is null) then null else max(expires_at) end as expires_at
    from entries where expires_at is null or expires_at > ${now.toISOString()}::timestamptz
    group by hardware_id, key_type, key_hash, is_master)`

interface WaitingPart {
  id: string
  hardware_id: string
  name: string
  args: Record<string, unknown>
}

interface EntryRow extends SealedKey {
  hardware_id: string
  key_type: AccessEntry['key_type']
  is_master: boolean
  expires_at: string | null
}

/** The arguments of those commands that carry a part of an access list, by command: keys are read when they are sent. */
export async function accessListArgs(
  { db, config }: { db: Db; config: Keyed },
  now: Date,
  commands: readonly WaitingPart[],
): Promise<Map<string, Record<string, unknown>>> {
  const parts = commands.filter(({ name }) => name === 'set_access_list')
  if (parts.length === 0) return new Map()
  const { rows } = await sql<EntryRow>`with ${lockContent([...new Set(parts.map((one) => one.hardware_id))], now)}
    select * from merged order by hardware_id, key_type, key_hash, is_master`.execute(db)
  const byHardware = Map.groupBy(rows, (row) => row.hardware_id)
  return new Map(
    parts.map(({ id, hardware_id, args }) => {
      const from = (Number(args.part) - 1) * accessEntriesAPart
      const ofPart = (byHardware.get(hardware_id) ?? []).slice(from, from + accessEntriesAPart)
      return [id, { ...args, entries: ofPart.map((row) => entryOf(config, row)).sort(byTypeAndKey) }]
    }),
  )
}

const entryOf = (config: Keyed, { key_type, is_master, expires_at, ...sealed }: EntryRow): AccessEntry => ({
  key: openKey(config, sealed),
  key_type,
  ...(is_master ? { is_master } : {}),
  ...(expires_at === null ? {} : { expires_at }),
})

const orderOf = ({ key_type, key, is_master = false }: AccessEntry): string => `${key_type} ${key} ${is_master}`
const byTypeAndKey = (one: AccessEntry, other: AccessEntry): number => (orderOf(one) < orderOf(other) ? -1 : 1)
