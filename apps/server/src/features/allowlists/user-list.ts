import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { entityKinds, entityStatuses } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import type { QueryOfList } from '@wheelhouse/contract/list.ts'
import { holdsOn } from '../../authz/rights.ts'
import { bool, instant, int, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Expr } from '../../lists/columns.ts'
import { anyOf } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import type { Scope } from '../../lists/list-query.ts'
import { confirmedChanges, entityStatus, isUserDisabled, keysOfEntry, placeIn } from './queries.ts'

/** Keys that a lock reads as it reads the cards of an allowlist. */
const cardsOf = (userId: Expr): Expr => sql`access_keys k where k.user_id = ${userId} and k.type in ('rfid', 'nfc')`

type OfUser = Scope<Partial<QueryOfList<typeof userAllowlists>>, { user_id: string }>

const seesKeys = ({ params, person }: OfUser): RawBuilder<boolean> =>
  holdsOn(person, 'user', 'GET_ACCESS_KEYS', { type: 'user', id: params.user_id })

/** The entries that name the person, or one of their cards for readers who see their keys. */
function isOfUser(scope: OfUser): RawBuilder<boolean> {
  const user = sql`${scope.params.user_id}::uuid`
  const isTheirs = sql`e.key_hash = any(array(select k.key_hash from ${cardsOf(user)}))`
  return sql<boolean>`(e.user_id = ${user} or (${isTheirs} and ${seesKeys(scope)}))`
}

/** Every lock of an allowlist is read for its confirmed changes, so it is done once for all entries of the same allowlist. */
const changesOf = (allowlistIds: Expr): Expr => sql`join (with changes as materialized (
    select i.allowlist_id, c.* from (${allowlistIds}) i cross join lateral ${confirmedChanges(sql`i.allowlist_id`)} c)
  select * from changes) s on s.allowlist_id = e.allowlist_id`

const needsStatus = ({ status, status_not, sort }: OfUser['query']): boolean =>
  status !== undefined || status_not !== undefined || sort === 'status'

const entries = sql`allowlist_entities e join allowlists a on a.id = e.allowlist_id`

export const userAllowlistList = listQuery(userAllowlists, {
  from: (scope) =>
    needsStatus(scope.query)
      ? sql`${entries} ${changesOf(sql`select distinct e.allowlist_id from allowlist_entities e
          where ${isOfUser(scope)} and ${scope.visible('whitelist', sql`e.allowlist_id`)}`)}`
      : entries,
  rowsFrom: ({ params }, ids) => sql`${entries} left join users m on m.id = e.user_id
    ${changesOf(sql`select distinct allowlist_id from allowlist_entities where id in (${ids})`)}
    left join lateral (select k.id, k.type from ${cardsOf(sql`${params.user_id}::uuid`)} and k.key_hash = e.key_hash
      order by k.type desc limit 1) c on true`,
  id: sql`e.id`,
  visibleBy: [{ type: 'whitelist', column: sql`e.allowlist_id` }],
  where: isOfUser,
  columns: (scope) => ({
    id: uuid(sql`e.id`),
    allowlist_id: uuid(sql`a.id`),
    allowlist_name: text(sql`a.name`),
    allowlist_status: word(sql`a.status`),
    kind: word(sql`e.kind`),
    status: word(entityStatus(scope.ctx.clock.now())),
    access_key_id: orNull(uuid(sql`c.id`)),
    key_type: orNull(word(sql`c.type`)),
    keys: orNull(int(sql`case when ${seesKeys(scope)} then ${keysOfEntry} end`)),
    is_user_disabled: bool(isUserDisabled),
    expires_at: orNull(instant(sql`e.expires_at`)),
    comment: text(sql`e.comment`),
    created_at: instant(sql`e.created_at`),
  }),
  filters: ({ ctx }) => ({ kind: anyOf(sql`e.kind`), status: anyOf(entityStatus(ctx.clock.now())) }),
  sorts: ({ ctx }) => ({
    kind: placeIn(entityKinds, sql`e.kind`),
    status: placeIn(entityStatuses, entityStatus(ctx.clock.now())),
  }),
})
