import { sql } from 'kysely'
import { entityKinds, entityStatuses } from '@wheelhouse/contract/allowlists/allowlist-entities.ts'
import { userAllowlists } from '@wheelhouse/contract/allowlists/user-allowlists.ts'
import { holdsOn } from '../../authz/rights.ts'
import { instant, orNull, text, uuid, word } from '../../lists/columns.ts'
import type { Expr } from '../../lists/columns.ts'
import { anyOf } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { confirmedChanges, entityStatus, placeIn } from './queries.ts'

/** Keys that a lock reads as it reads the cards of an allowlist. */
const cardsOf = (userId: Expr): Expr => sql`access_keys k where k.user_id = ${userId} and k.type in ('rfid', 'nfc')`

export const userAllowlistList = listQuery(userAllowlists, {
  from: () => sql`allowlist_entities e join allowlists a on a.id = e.allowlist_id
    cross join lateral ${confirmedChanges(sql`e.allowlist_id`)} s`,
  rowsFrom: ({ params }) => sql`allowlist_entities e join allowlists a on a.id = e.allowlist_id
    cross join lateral ${confirmedChanges(sql`e.allowlist_id`)} s
    left join lateral (select k.id, k.type from ${cardsOf(sql`${params.user_id}::uuid`)} and k.key_hash = e.key_hash
      order by k.type desc limit 1) c on true`,
  id: sql`e.id`,
  visibleBy: [{ type: 'whitelist', column: sql`e.allowlist_id` }],
  where: ({ params, person }) => {
    const user = sql`${params.user_id}::uuid`
    const seesKeys = holdsOn(person, 'user', 'GET_ACCESS_KEYS', { type: 'user', id: params.user_id })
    const isTheirs = sql`e.key_hash = any(array(select k.key_hash from ${cardsOf(user)}))`
    return sql<boolean>`(e.user_id = ${user} or (${isTheirs} and ${seesKeys}))`
  },
  columns: ({ ctx }) => ({
    id: uuid(sql`e.id`),
    allowlist_id: uuid(sql`a.id`),
    allowlist_name: text(sql`a.name`),
    allowlist_status: word(sql`a.status`),
    kind: word(sql`e.kind`),
    status: word(entityStatus(ctx.clock.now())),
    access_key_id: orNull(uuid(sql`c.id`)),
    key_type: orNull(word(sql`c.type`)),
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
