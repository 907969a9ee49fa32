import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SearchHit, SearchMatch } from '@wheelhouse/contract/search/search.ts'
import type { ResourceType } from '@wheelhouse/contract/access.ts'
import type { AccessKeyType } from '@wheelhouse/contract/access-keys/access-keys.ts'
import type { Ctx } from '../../platform/context.ts'
import { keyHash } from '../../platform/seal.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { cardTypes, usersKeysWith } from '../access-keys/find-access-key.ts'
import { byShape, byLabels, foundIn, hit } from './search-sql.ts'
import type { Part, Row } from './search-sql.ts'
import type { Shapes } from './shapes.ts'

const isVisible = (ctx: Ctx, type: ResourceType, id: RawBuilder<unknown>) => rowIsVisible(ctx, type, 'GET', type, id)
const disabled = (column: string) => sql`case when ${sql.ref(column)} is not null then 'disabled' end`

/**
 * Finds riders. Words search only the name, which everyone who sees the row may read. Phone, email, PIN and card match
 * only as a whole and only for callers who may see them, because otherwise a guess would be confirmed. A match by one
 * of these reveals personal data, so it is recorded as an event.
 */
export async function usersFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const parts = userParts(ctx, shapes)
  parts.push(...(await byLabels(ctx, { type: 'user', table: 'users', text: sql`t.search`, words: shapes.words })))
  const all = await usersIn(ctx, parts, shapes)
  // A match by personal data would reveal it, which nobody does while seeing the console as someone else.
  const isGuest = ctx.person.viewer_id !== undefined
  const found = isGuest ? all.filter(({ matched }) => !personal.includes(matched)) : all
  const revealed = found.filter(({ matched }) => personal.includes(matched))
  if (revealed.length > 0) await recordReveals(ctx, revealed)
  return found
}

const personal: readonly SearchMatch[] = ['phone', 'email', 'pin', 'rfid', 'rfid_reversed']

/** What was typed is not repeated in it: an event outlives the erasure of a person. */
const recordReveals = (ctx: Ctx, hits: readonly SearchHit[]): Promise<void> =>
  write(ctx, async (_tx, journal) => {
    for (const { id, title, matched } of hits)
      addAuditRecord(journal, {
        actor: personActor(ctx),
        feature: 'search',
        verb: 'found',
        resource_type: 'user',
        resource_id: id,
        resource_name: title,
        visible_through_id: null,
        after: { found_by: matched },
      })
  })

const privileged = (ctx: Ctx, id: RawBuilder<unknown>) => rowIsVisible(ctx, 'user', 'GET_PRIVILEGED', 'user', id)

function userParts(ctx: Ctx, shapes: Shapes): Part[] {
  const parts: Part[] = []
  const shape = (matched: SearchMatch, where: RawBuilder<unknown>) =>
    parts.push(
      byShape(
        matched,
        sql`u.id`,
        sql`from users u where ${where} and u.deleted_at is null and ${isVisible(ctx, 'user', sql`u.id`)}`,
      ),
    )
  const may = privileged(ctx, sql`u.id`)
  if (shapes.id) shape('id', sql`u.id = ${shapes.id}::uuid`)
  if (shapes.phone) shape('phone', sql`u.phone = ${shapes.phone} and ${may}`)
  if (shapes.email) shape('email', sql`lower(u.email) = ${shapes.email} and ${may}`)
  if (shapes.pin) parts.push(keyPart(ctx, 'pin', ['pin'], shapes.pin))
  for (const { key, isReversed } of shapes.cards)
    parts.push(keyPart(ctx, isReversed ? 'rfid_reversed' : 'rfid', cardTypes, key))
  return parts
}

async function usersIn(ctx: Ctx, parts: readonly Part[], shapes: Shapes): Promise<SearchHit[]> {
  if (parts.length === 0) return []
  const { rows } = await sql<UserRow & { card_hash: Buffer | null }>`
    select u.id, f.matched, u.name as title, ${disabled('u.disabled_at')} as state, ${cardOf(ctx, shapes)} as card_hash,
      case when p.is_privileged then u.phone end as phone, case when p.is_privileged then u.email end as email
    from ${foundIn(parts)} join users u on u.id = f.id cross join lateral (select ${privileged(ctx, sql`u.id`)} as is_privileged) p
    order by f.rank desc, u.name, u.id`.execute(ctx.db)
  const cards = new Map(shapes.cards.map(({ key }) => [keyHash(ctx.config, key).toString('hex'), key]))
  return rows.map(({ card_hash, ...row }) =>
    userHit({ ...row, rfid: cards.get(card_hash?.toString('hex') ?? '') ?? null }, shapes),
  )
}

/** Who holds a key of these types: privileged too, as the key is. */
const keyPart = (ctx: Ctx, matched: SearchMatch, types: readonly AccessKeyType[], key: string): Part =>
  byShape(
    matched,
    sql`k.user_id`,
    sql`from (${usersKeysWith(ctx.config, types, [key])}) k where ${isVisible(ctx, 'user', sql`k.user_id`)} and ${privileged(ctx, sql`k.user_id`)}`,
  )

interface UserRow extends Row {
  phone: string | null
  email: string | null
}

/** The hash of the card by which the row was found. */
const cardOf = (
  { config }: Ctx,
  { cards }: Shapes,
): RawBuilder<unknown> => sql`case when f.matched in ('rfid', 'rfid_reversed') then
  (select k.key_hash from (${usersKeysWith(
    config,
    cardTypes,
    cards.map(({ key }) => key),
  )}) k where k.user_id = u.id limit 1) end`

function userHit({ phone, email, ...row }: UserRow, { words }: Shapes): SearchHit {
  const maskedContact = row.matched === 'email' || !phone ? maskedEmail(email) : maskedPhone(phone)
  return hit('user', { ...row, detail: maskedContact }, row.matched === 'words' ? words : [])
}

/** `+3725•••••17`: enough to tell two people of one name apart. The whole is asked for on the user's page, and that is an event. */
const maskedPhone = (phone: string): string =>
  `${phone.slice(0, 5)}${'•'.repeat(Math.max(3, phone.length - 7))}${phone.slice(-2)}`
const maskedEmail = (email: string | null): string =>
  email ? `${email.slice(0, 1)}•••••${email.slice(email.lastIndexOf('@'))}` : ''

/** Staff: their email is their name here. */
export async function consoleUsersFound(ctx: Ctx, shapes: Shapes): Promise<SearchHit[]> {
  const parts: Part[] = await byLabels(ctx, {
    type: 'console_user',
    table: 'console_users',
    text: sql`t.search`,
    words: shapes.words,
  })
  const shape = (matched: SearchMatch, where: RawBuilder<unknown>) =>
    parts.push(
      byShape(
        matched,
        sql`c.id`,
        sql`from console_users c where ${where} and ${isVisible(ctx, 'console_user', sql`c.id`)}`,
      ),
    )
  if (shapes.id) shape('id', sql`c.id = ${shapes.id}::uuid`)
  if (shapes.email) shape('email', sql`lower(c.email) = ${shapes.email}`)
  if (parts.length === 0) return []
  const { rows } =
    await sql<Row>`select c.id, f.matched, c.name as title, c.email as detail, ${disabled('c.disabled_at')} as state
    from ${foundIn(parts)} join console_users c on c.id = f.id order by f.rank desc, c.name, c.id`.execute(ctx.db)
  return rows.map((row) => hit('console_user', row, row.matched === 'email' ? [shapes.email ?? ''] : shapes.words))
}

export async function organizationsFound(ctx: Ctx, { words, id }: Shapes): Promise<SearchHit[]> {
  const parts: Part[] = await byLabels(ctx, {
    type: 'organization',
    table: 'organizations',
    text: sql`lower(t.name)`,
    words,
  })
  if (id)
    parts.push(
      byShape(
        'id',
        sql`o.id`,
        sql`from organizations o where o.id = ${id}::uuid and ${isVisible(ctx, 'organization', sql`o.id`)}`,
      ),
    )
  if (parts.length === 0) return []
  const { rows } = await sql<Row>`select o.id, f.matched, o.name as title, array_to_string(o.tags, ', ') as detail
    from ${foundIn(parts)} join organizations o on o.id = f.id order by f.rank desc, o.name, o.id`.execute(ctx.db)
  return rows.map((row) => hit('organization', row, words))
}

export async function pointsFound(ctx: Ctx, { words, id }: Shapes): Promise<SearchHit[]> {
  const type = 'point_of_interest'
  const text = sql`lower(t.label || ' ' || t.external_id)`
  const parts: Part[] = await byLabels(ctx, { type, table: 'points_of_interest', text, words })
  if (id)
    parts.push(
      byShape(
        'id',
        sql`p.id`,
        sql`from points_of_interest p where p.id = ${id}::uuid and ${isVisible(ctx, type, sql`p.id`)}`,
      ),
    )
  if (parts.length === 0) return []
  const { rows } = await sql<Row>`select p.id, f.matched, p.label as title, p.external_id as detail
    from ${foundIn(parts)} join points_of_interest p on p.id = f.id order by f.rank desc, p.label, p.id`.execute(ctx.db)
  return rows.map((row) => hit(type, row, words))
}
