import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { entriesOf, keysOf } from '@wheelhouse/contract/certain.ts'
import type { SealedKey } from '@wheelhouse/db/sealing.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { openKey } from '../../platform/seal.ts'
import { hasRights } from '../../authz/authorize.ts'
import { rowIsVisible, visiblePredicate, visibleSet } from '../../authz/visible.ts'
import { paymentScopes } from '../payments/payment-scopes.ts'

/** More than any person has; a file beyond it would not be read. */
const rowsAtMost = 50_000

/** What a caller must hold over the user for a part: the right that guards the same rows on the screens. */
const partRights = {
  access_keys: ['user', 'GET_ACCESS_KEYS'],
  payment_methods: ['payment', 'GET'],
  messages: ['user', 'GET_NOTIFICATIONS'],
  feedback: ['user', 'READ_FEEDBACK'],
  subscriptions: ['user', 'GET_SUBSCRIPTIONS'],
} as const satisfies Record<string, readonly [ResourceType, Action]>
type Part = keyof typeof partRights

type Reader = Pick<Ctx, 'person' | 'config'>

/**
 * What is stored about one person, as far as the caller may read it on the screens. Parts whose right the caller does not hold are
 * named in `left_out`, so that nobody takes the file for all there is.
 */
export async function personalDataOf(ctx: Reader, tx: Tx, userId: string, at: Date): Promise<object> {
  const [user] = await rowsOf(
    tx,
    sql`select id, name, phone, email, language, country_code, region, app_version, app_platform, created_at,
      last_signed_in_at, disabled_at, disabled_reason, deleted_at from users where id = ${userId}::uuid`,
  )
  const rights = keysOf(partRights).map((part) => partRights[part])
  const held = await hasRights({ db: tx, person: ctx.person }, rights, { type: 'user', id: userId })
  const left_out = keysOf(partRights).filter((_, n) => !held[n])
  const parts = []
  for (const [part, read] of entriesOf(guardedParts))
    if (!left_out.includes(part)) parts.push([part, await read(ctx, tx, userId)] as const)
  return {
    made_at: at.toISOString(),
    left_out,
    user,
    ...Object.fromEntries(parts),
    push_devices: await rowsOf(
      tx,
      sql`select platform, created_at from push_tokens where user_id = ${userId}::uuid order by created_at`,
    ),
    ...(await supportDataOf(ctx, tx, userId)),
    ...(await movementsOf(ctx, tx, userId)),
  }
}

const guardedParts: Record<Part, (ctx: Reader, tx: Tx, userId: string) => Promise<unknown[]>> = {
  access_keys: keysOfUser,
  payment_methods: (_ctx, tx, userId) =>
    rowsOf(
      tx,
      sql`select brand, last_digits, created_at, removed_at from payment_methods where user_id = ${userId}::uuid order by created_at`,
    ),
  messages: (_ctx, tx, userId) =>
    rowsOf(
      tx,
      sql`select id, created_at, read_at, text, link, push_status from user_messages where user_id = ${userId}::uuid
        order by id limit ${rowsAtMost}`,
    ),
  feedback: (_ctx, tx, userId) =>
    rowsOf(
      tx,
      sql`select id, created_at, type, subject, text, rating, status, answer_text, answered_at,
          (select count(*)::int from feedback_photos p where p.feedback_id = f.id) as photos
        from feedback f where user_id = ${userId}::uuid order by id limit ${rowsAtMost}`,
    ),
  subscriptions: (ctx, tx, userId) =>
    rowsOf(
      tx,
      sql`select s.id, p.name, s.status, s.period, s.fee_minor, s.currency, s.joined_at, s.expires_at, s.ended_at
        from subscribers s join subscriptions p on p.id = s.subscription_id
        where s.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'subscription', 'GET', 'subscription', sql`p.id`)} order by s.joined_at, s.id`,
    ),
}

async function keysOfUser({ config }: Reader, tx: Tx, userId: string): Promise<object[]> {
  const { rows } = await sql<{ id: string; type: string; created_at: string } & SealedKey>`
    select id, type, key_hash, key_sealed, created_at from access_keys where user_id = ${userId}::uuid order by created_at, id`.execute(
    tx,
  )
  return rows.map(({ id, type, created_at, ...sealed }) => {
    const key = openKey(config, sealed)
    // The key of an app opens a lock like a password.
    return { id, type, key: type === 'app' ? `${key.slice(0, 4)}…` : key, created_at }
  })
}

/** What a session cost is for those who may see payments where it was, as in its list. */
const money = (ctx: Pick<Ctx, 'person'>, scope: 'location' | 'rental_fleet', id: RawBuilder<unknown>) =>
  sql`cross join lateral (select ${rowIsVisible(ctx, 'payment', 'GET', scope, id)} as is_seen offset 0) money`
const paid = (column: string) => sql`case when money.is_seen then ${sql.ref(`s.${column}`)} end as ${sql.ref(column)}`

/** Where the person was and what it cost, as far as the caller may see it. */
const movementsOf = async (ctx: Pick<Ctx, 'person'>, tx: Tx, userId: string) => ({
  parking_sessions: await rowsOf(
    tx,
    sql`select s.id, s.started_at, s.ended_at, s.status, s.how_ended, l.code as location_code, l.label as location_label,
          d.type as device_type, d.number as device_number, s.access_key_id,
          ${paid('fee_minor')}, ${paid('currency')}, ${paid('payment_state')}, s.rating, s.comment
        from parking_sessions s join locations l on l.id = s.location_id join devices d on d.id = s.device_id
        ${money(ctx, 'location', sql`s.location_id`)}
        where s.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'location', sql`s.location_id`)} order by s.started_at desc, s.id desc limit ${rowsAtMost}`,
  ),
  rental_sessions: await rowsOf(
    tx,
    sql`select s.id, s.started_at, s.ended_at, s.status, s.how_ended, f.name as fleet_name, v.code as rental_code, s.access_key_id,
          s.start_latitude, s.start_longitude, s.end_latitude, s.end_longitude, s.distance_m, ${paid('fee_minor')},
          ${paid('currency')}, ${paid('payment_state')}, ${paid('is_fee_waived')}, s.rating, s.comment
        from rental_sessions s join rental_fleets f on f.id = s.fleet_id join rental_devices v on v.id = s.rental_device_id
        ${money(ctx, 'rental_fleet', sql`s.fleet_id`)}
        where s.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'rental_fleet', sql`s.fleet_id`)}
        order by s.started_at desc, s.id desc limit ${rowsAtMost}`,
  ),
  allowlist_entries: await rowsOf(
    tx,
    sql`select e.id, a.name as allowlist_name, e.created_at, e.expires_at, e.comment
        from allowlist_entities e join allowlists a on a.id = e.allowlist_id
        where e.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'whitelist', 'GET', 'whitelist', sql`a.id`)} order by e.id`,
  ),
  reminders: await rowsOf(
    tx,
    sql`select n.id, n.created_at, l.code as location_code, n.subject, n.push_status
        from reminder_notices n join locations l on l.id = n.location_id
        where n.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'session', 'GET', 'location', sql`n.location_id`)}
        order by n.created_at desc, n.id desc limit ${rowsAtMost}`,
  ),
  payments: await rowsOf(
    tx,
    sql`select id, created_at, type, parking_session_id, rental_session_id, subscription_id, amount_minor, currency,
          captured_minor, refunded_minor, state
        from payments where user_id = ${userId}::uuid
          and ${visiblePredicate(visibleSet(ctx, 'payment', 'GET', paymentScopes), sql`visible_through_id`)} order by created_at desc, id desc limit ${rowsAtMost}`,
  ),
})

/** What the person said to support, and where their keys were refused. */
async function supportDataOf(ctx: Pick<Ctx, 'person'>, tx: Tx, userId: string): Promise<object> {
  return {
    support_cases: await rowsOf(
      tx,
      sql`select c.id, c.number, c.created_at, c.closed_at, c.subject, c.reason,
          (select coalesce(json_agg(json_build_object('created_at', n.created_at, 'text', n.text) order by n.created_at, n.id), '[]'::json)
            from support_case_notes n where n.case_id = c.id) as notes
        from support_cases c where c.user_id = ${userId}::uuid order by c.created_at, c.id limit ${rowsAtMost}`,
    ),
    refused_keys: await rowsOf(
      tx,
      sql`select x.at, l.code as location_code, x.key_type, x.cause from denied_scans x join locations l on l.id = x.location_id
        where x.user_id = ${userId}::uuid and ${rowIsVisible(ctx, 'device', 'GET', 'location', sql`x.location_id`)}
        order by x.at desc limit ${rowsAtMost}`,
    ),
  }
}

const rowsOf = async (tx: Tx, statement: ReturnType<typeof sql>): Promise<unknown[]> =>
  (await statement.execute(tx)).rows
