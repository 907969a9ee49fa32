import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { readKey } from '@wheelhouse/contract/allowlists/allowlist-entries.ts'
import { allowlistEntities, entityKinds, entityStatuses } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import {
  allowlistLocks,
  allowlistTargetDevices,
  allowlistTargetLocations,
} from '@wheelhouse/contract/allowlists/allowlist-targets.ts'
import { lockTypes } from '@wheelhouse/contract/lock-targets/lock-targets.ts'
import { allowlists, lockStates } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { holdsOn } from '../../authz/rights.ts'
import { bool, collated, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Expr, SortColumn } from '../../lists/columns.ts'
import { age, anyOf, contains, own, search, searchBy } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'
import { keyHash } from '../../platform/seal.ts'
import { countsOf, stateOf } from './lock-counts.ts'
import { maskedContact } from './masked-contact.ts'

// Literals, so that the columns of a list are written out once.
const locks = sql.raw(`('${lockTypes.join("', '")}')`)

/** Locks with hardware behind the targets of an allowlist, each once: `device_id`, `hardware_id`. */
export const locksOf = (allowlistId: Expr): RawBuilder<unknown> => sql`
  select d.id as device_id, d.hardware_id from allowlist_targets t join devices d on d.location_id = t.location_id
    where t.allowlist_id = ${allowlistId} and d.hardware_id is not null and d.type in ${locks}
  union select d.id, d.hardware_id from allowlist_targets t join devices d on d.id = t.device_id
    where t.allowlist_id = ${allowlistId} and d.hardware_id is not null and d.type in ${locks}`

export const placeIn = (values: readonly string[], column: Expr): SortColumn => ({
  by: sql`array_position(${[...values]}::text[], ${column})`,
  cast: 'int',
})

const named = sql`allowlists a left join organizations o on o.id = a.organization_id`

export const allowlistList = listQuery(allowlists, {
  from: () => named,
  rowsFrom: () => sql`${named}
    cross join lateral (select count(*) filter (where kind = 'user') as users, count(*) filter (where kind = 'key') as keys,
      count(*) filter (where kind = 'master_key') as master_keys from allowlist_entities where allowlist_id = a.id) e
    cross join lateral (select count(location_id) as locations, count(device_id) as devices from allowlist_targets
      where allowlist_id = a.id) t
    cross join lateral ${countsOf(locksOf(sql`a.id`), sql`a.status`)} c`,
  id: sql`a.id`,
  visibleBy: [{ type: 'whitelist', column: sql`a.id` }],
  columns: () => ({
    id: uuid(sql`a.id`),
    name: text(sql`a.name`),
    description: text(sql`a.description`),
    status: word(sql`a.status`),
    visibility: word(sql`a.visibility`),
    sync: word(sql`a.sync`),
    organization_id: orNull(uuid(sql`a.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    users: int(sql`e.users`),
    keys: int(sql`e.keys`),
    master_keys: int(sql`e.master_keys`),
    target_locations: int(sql`t.locations`),
    target_devices: int(sql`t.devices`),
    locks: int(sql`c.locks`),
    locks_pending: int(sql`c.pending`),
    locks_failed: int(sql`c.failed`),
    created_at: instant(sql`a.created_at`),
    updated_at: instant(sql`a.updated_at`),
    version: int(sql`a.version`),
  }),
  filters: () => ({
    q: search(sql`a.name`, sql`a.description`),
    status: anyOf(sql`a.status`),
    visibility: anyOf(sql`a.visibility`),
    sync: anyOf(sql`a.sync`),
    created_at: age(sql`a.created_at`),
  }),
})

/** The allowlist in the address; of one row that is read by itself, the allowlist of that row. */
const listIn = (params: { allowlist_id?: string }, ofRow: Expr): Expr =>
  params.allowlist_id === undefined ? ofRow : sql`${params.allowlist_id}::uuid`

type OfAllowlist = Scope<unknown, { allowlist_id: string }>

/** The oldest confirmed change of all locks of an allowlist, and of the failed ones: `s` of `entityStatus`. */
export const confirmedChanges = (allowlistId: Expr): Expr => sql`(
  select min(coalesce(h.confirmed_content_at, '-infinity')) as confirmed,
    min(coalesce(h.confirmed_content_at, '-infinity')) filter (where h.state = 'failed') as failed
  from (${locksOf(allowlistId)}) k left join allowlist_hardware h using (hardware_id))`

/**
 * An entry is on a lock when the version that the lock confirmed contains the entry's last change. The oldest confirmed
 * change of all locks, and of the failed ones, decide for all entries at once.
 */
export const entityStatus = (
  now: Date,
): Expr => sql`case when e.expires_at <= ${now.toISOString()}::timestamptz then 'expired'
  when a.status <> 'active' then 'active' when e.content_at > s.failed then 'sync_failed'
  when e.content_at > s.confirmed then 'pending_sync' else 'active' end`

const entitiesFrom = ({
  params,
  visible,
}: OfAllowlist): Expr => sql`allowlist_entities e join allowlists a on a.id = e.allowlist_id
  left join users m on m.id = e.user_id left join users u on u.id = e.user_id and ${visible('user', sql`e.user_id`)}
  left join console_users p on p.id = e.created_by
  cross join lateral ${confirmedChanges(listIn(params, sql`e.allowlist_id`))} s`

/** Enough to tell two entries apart. A key is sealed here, and opened by `entityList`. */
const masked = (
  scope: OfAllowlist,
): Expr => sql`case when e.key_hash is not null then encode(e.key_hash, 'hex') || ' ' || e.key_sealed
  else ${maskedContact(scope)} end`

/** Over `e`, its allowlist `a` and its user `m`. */
export const keysOfEntry = sql`case when e.kind <> 'user' then 1 when m.disabled_at is not null then 0
  else (select count(*) from access_keys k where k.user_id = e.user_id and (a.sync = 'app_and_keys' or k.type <> 'app')) end`

export const isUserDisabled = sql`(m.disabled_at is not null)`

/** Only who may see a key in full finds it by its number. */
function keyMatches({ ctx, params, person }: OfAllowlist, term: string): RawBuilder<boolean>[] {
  const read = readKey(term)
  if (!('key' in read)) return []
  const maySee = holdsOn(person, 'user', 'GET_PRIVILEGED', { type: 'whitelist', id: params.allowlist_id })
  return [sql<boolean>`(e.key_hash = ${keyHash(ctx.config, read.key)} and ${maySee})`]
}

export const sealedEntityList = listQuery(allowlistEntities, {
  from: entitiesFrom,
  id: sql`e.id`,
  // The right was checked on the allowlist in the address.
  visibleBy: [],
  where: ({ params }) => sql<boolean>`e.allowlist_id = ${params.allowlist_id}::uuid`,
  columns: (scope) => ({
    id: uuid(sql`e.id`),
    kind: word(sql`e.kind`),
    status: word(entityStatus(scope.ctx.clock.now())),
    user_id: orNull(uuid(sql`u.id`)),
    user_name: orNull(text(sql`u.name`)),
    masked: word(masked(scope)),
    keys: int(keysOfEntry),
    is_user_disabled: bool(isUserDisabled),
    expires_at: orNull(instant(sql`e.expires_at`)),
    comment: text(sql`e.comment`),
    created_at: instant(sql`e.created_at`),
    created_by_name: orNull(text(sql`p.name`)),
    version: int(sql`e.version`),
  }),
  filters: (scope) => ({
    q: searchBy((term) => [
      contains(sql`e.comment`, term),
      sql<boolean>`coalesce(${contains(sql`u.name`, term)}, false)`,
      ...keyMatches(scope, term),
    ]),
    id: own((id: string | undefined) => sql<boolean>`e.id = ${id}::uuid`),
    kind: anyOf(sql`e.kind`),
    status: anyOf(entityStatus(scope.ctx.clock.now())),
    created_at: age(sql`e.created_at`),
  }),
  sorts: ({ ctx }) => ({
    kind: placeIn(entityKinds, sql`e.kind`),
    status: placeIn(entityStatuses, entityStatus(ctx.clock.now())),
  }),
})

/** The devices of one location in the order of their numbers. */
const byPlace = (number: Expr): SortColumn => ({
  by: collated(sql`concat(l.label, ' ', lpad(${number}::text, 6, '0'))`),
  cast: 'text',
})

const targetsOf =
  (from: Expr, place: Expr) =>
  ({ visible }: { visible: OfAllowlist['visible'] }): { from: Expr; seen: RawBuilder<boolean> } => ({
    from,
    seen: visible('location', place),
  })

const locationTargets = sql`allowlist_targets t join allowlists a on a.id = t.allowlist_id join locations l on l.id = t.location_id`
const locationTarget = targetsOf(locationTargets, sql`t.location_id`)
const locksThere = sql`select d.hardware_id from devices d where d.location_id = t.location_id and d.hardware_id is not null and d.type in ${locks}`

const lockCounts = {
  locks: int(sql`c.locks`),
  locks_pending: int(sql`c.pending`),
  locks_failed: int(sql`c.failed`),
  created_at: instant(sql`t.created_at`),
}

export const targetLocationList = listQuery(allowlistTargetLocations, {
  from: () => locationTargets,
  rowsFrom: () => sql`${locationTargets} cross join lateral ${countsOf(locksThere, sql`a.status`)} c`,
  id: sql`t.id`,
  visibleBy: [],
  where: (scope) =>
    sql<boolean>`(t.allowlist_id = ${scope.params.allowlist_id}::uuid and ${locationTarget(scope).seen})`,
  columns: () => ({
    id: uuid(sql`t.id`),
    location_id: uuid(sql`l.id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    address: text(sql`l.address`),
    ...lockCounts,
  }),
  filters: () => ({ q: search(sql`l.label`, sql`l.code`, sql`l.address`) }),
})

const deviceTargets = sql`allowlist_targets t join allowlists a on a.id = t.allowlist_id join devices d on d.id = t.device_id
  join locations l on l.id = d.location_id`
const deviceTarget = targetsOf(deviceTargets, sql`d.location_id`)

export const targetDeviceList = listQuery(allowlistTargetDevices, {
  from: () => deviceTargets,
  rowsFrom: () =>
    sql`${deviceTargets} cross join lateral ${countsOf(
      sql`select d.hardware_id where d.hardware_id is not null and d.type in ${locks}`,
      sql`a.status`,
    )} c`,
  id: sql`t.id`,
  visibleBy: [],
  where: (scope) => sql<boolean>`(t.allowlist_id = ${scope.params.allowlist_id}::uuid and ${deviceTarget(scope).seen})`,
  columns: () => ({
    id: uuid(sql`t.id`),
    device_id: uuid(sql`d.id`),
    device_type: word(sql`d.type`),
    device_number: int(sql`d.number`),
    device_alias: text(sql`d.alias`),
    location_id: uuid(sql`l.id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    ...lockCounts,
  }),
  filters: () => ({ q: search(sql`l.label`, sql`l.code`, sql`d.alias`) }),
  sorts: () => ({ location_label: byPlace(sql`d.number`) }),
})

export const lockStateList = listQuery(allowlistLocks, {
  from: ({ params }) => sql`(${locksOf(sql`${params.allowlist_id}::uuid`)}) k
    join allowlists a on a.id = ${params.allowlist_id}::uuid join devices d on d.id = k.device_id
    join locations l on l.id = d.location_id join hardware w on w.hardware_id = k.hardware_id
    join controllers c on c.hardware_id = w.controller_id left join allowlist_hardware h on h.hardware_id = k.hardware_id`,
  rowsFrom: ({ params }) => sql`hardware w join devices d on d.hardware_id = w.hardware_id
    join allowlists a on a.id = ${params.allowlist_id}::uuid join locations l on l.id = d.location_id
    join controllers c on c.hardware_id = w.controller_id left join allowlist_hardware h on h.hardware_id = w.hardware_id`,
  id: sql`w.hardware_id`,
  idCast: 'text',
  visibleBy: [],
  where: ({ visible }) => visible('location', sql`d.location_id`),
  columns: () => ({
    id: word(sql`w.hardware_id`),
    device_id: uuid(sql`d.id`),
    device_type: word(sql`d.type`),
    device_number: int(sql`d.number`),
    device_alias: text(sql`d.alias`),
    location_id: uuid(sql`l.id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    state: word(stateOf(sql`a.status`)),
    version: int(sql`coalesce(h.version, 0)`),
    confirmed_version: int(sql`coalesce(h.confirmed_version, 0)`),
    keys: int(sql`coalesce(h.keys, 0)`),
    confirmed_at: orNull(instant(sql`h.confirmed_at`)),
    failure: orNull(word(sql`h.failure`)),
    attempts: int(sql`coalesce(h.attempts, 0)`),
    next_try_at: orNull(instant(sql`case when h.state = 'failed' then h.next_try_at end`)),
    is_connected: bool(sql`c.is_online`),
  }),
  filters: () => ({
    q: search(sql`l.label`, sql`l.code`, sql`w.hardware_id`, sql`d.alias`),
    state: anyOf(stateOf(sql`a.status`)),
  }),
  sorts: () => ({
    location_label: byPlace(sql`d.number`),
    state: placeIn(lockStates, stateOf(sql`a.status`)),
  }),
})
