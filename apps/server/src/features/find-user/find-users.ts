import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { parsePhoneNumberFromString } from 'libphonenumber-js/min'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { foundUsersAtMost } from '@wheelhouse/contract/find-user/find-user.ts'
import type { FoundUser, LookUp, LookUpReply, TriedReading } from '@wheelhouse/contract/find-user/find-user.ts'
import { recognise } from '@wheelhouse/contract/find-user/recognise.ts'
import type { Reading } from '@wheelhouse/contract/find-user/recognise.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { cardTypes, usersKeysWith } from '../access-keys/find-access-key.ts'
import { byLabels } from '../search/search-sql.ts'
import { maskedEmail, maskedPhone } from '../users/masks.ts'
import { addUserRecord } from '../users/users.ts'
import { consoleUsersFound } from './find-console-users.ts'

/** E.164; the numbering plan decides, not a pattern (values: formats). */
export function phoneOf(text: string): string | null {
  const number = parsePhoneNumberFromString(text.replace(/^00/, '+'))
  return number?.isValid() === true ? number.number : null
}

/** Looks for everything that the text may mean, and records who looked. */
export async function usersFound(ctx: Ctx, { q, rfid_format }: LookUp): Promise<LookUpReply> {
  const { readings, error } = recognise(q, { phoneOf, rfidFormat: rfid_format })
  if (error !== null) throw new AppError('invalid_body', { field: 'q' }, error)
  return write(ctx, async (_tx, journal, inside) => {
    const rows = await rowsOf(inside, readings)
    const items = distinct(rows)
    recordLookUp(inside, journal, readings, items.slice(0, foundUsersAtMost))
    return {
      tried: readings.map((reading, nth) => triedReading(reading, rows.filter((row) => row.nth === nth).length)),
      items: items.slice(0, foundUsersAtMost).map(foundUser),
      has_more: items.length > foundUsersAtMost,
      console_users: await consoleUsersFound(inside, readings),
    }
  })
}

const isCard = ({ kind }: Pick<Reading, 'kind'>): boolean => kind === 'rfid_hex' || kind === 'rfid_decimal'

/** Personal data is not repeated in a reply. */
const triedReading = (reading: Reading, count: number): TriedReading => ({
  kind: reading.kind,
  rfid: isCard(reading) ? reading.value : null,
  is_reversed: reading.is_reversed,
  count,
})

interface FoundRow extends Omit<FoundUser, 'matched' | 'is_reversed'> {
  /** Which reading found it. */
  nth: number
  reading: Reading
}

const foundUser = ({ nth: _, reading, ...row }: FoundRow): FoundUser => ({
  ...row,
  phone: maskedPhone(row.phone),
  email: maskedEmail(row.email),
  matched: reading.kind,
  is_reversed: reading.is_reversed,
})

/** Each person once, by the first reading that found them. */
const distinct = (rows: readonly FoundRow[]): FoundRow[] =>
  [...new Map(rows.toReversed().map((row) => [row.id, row])).values()].toReversed()

const privileged = (ctx: Ctx, id: RawBuilder<unknown>) => rowIsVisible(ctx, 'user', 'GET_PRIVILEGED', 'user', id)

/** Each reading goes to its own index; a row is checked by its few groups, whatever the caller may see else. */
async function rowsOf(ctx: Ctx, readings: readonly Reading[]): Promise<FoundRow[]> {
  const parts = await Promise.all(readings.map((reading, nth) => partOf(ctx, reading, nth)))
  if (parts.length === 0) return []
  const status = sql`case when u.disabled_at is not null then 'disabled' else 'active' end`
  const { rows } = await sql<Omit<FoundRow, 'reading'>>`
    select u.id, u.name, f.nth, f.access_key_id, ${status} as status, u.disabled_reason, u.last_signed_in_at,
      case when p.is_privileged then u.phone end as phone, case when p.is_privileged then u.email end as email
    from (${sql.join(
      parts.map((part) => sql`(${part})`),
      sql` union all `,
    )}) f join users u on u.id = f.id and u.deleted_at is null
    cross join lateral (select ${privileged(ctx, sql`u.id`)} as is_privileged) p
    order by f.nth, f.rank desc, u.disabled_at is not null, u.last_signed_in_at desc nulls last, u.id`.execute(ctx.db)
  return rows.flatMap((row) => {
    const reading = readings[row.nth]
    return reading === undefined ? [] : [{ ...row, reading }]
  })
}

const most = sql`limit ${foundUsersAtMost + 1}`

/** `select id, nth, access_key_id, rank` of one reading. */
async function partOf(ctx: Ctx, { kind, value }: Reading, nth: number): Promise<RawBuilder<unknown>> {
  const found = (id: RawBuilder<unknown>, key: RawBuilder<unknown>, from: RawBuilder<unknown>) =>
    sql`select ${id} as id, ${nth}::int as nth, ${key} as access_key_id, 1::float8 as rank from ${from}
      and ${rowIsVisible(ctx, 'user', 'GET', 'user', id)} ${most}`
  const own = (condition: RawBuilder<unknown>) => found(sql`t.id`, sql`null::uuid`, sql`users t where ${condition}`)
  const may = privileged(ctx, sql`t.id`)
  const held = (keys: RawBuilder<unknown>) =>
    found(sql`t.user_id`, sql`t.id`, sql`(${keys}) t where ${privileged(ctx, sql`t.user_id`)}`)
  switch (kind) {
    case 'user_id':
      return own(sql`t.id = ${value}::uuid`)
    case 'phone':
      return own(sql`t.phone = ${value} and ${may}`)
    case 'email':
      return own(sql`lower(t.email) = ${value} and ${may}`)
    case 'pin':
      return held(usersKeysWith(ctx.config, ['pin'], [value]))
    case 'rfid_hex':
    case 'rfid_decimal':
      return held(usersKeysWith(ctx.config, cardTypes, [value]))
    case 'name':
      return byName(ctx, value, nth)
  }
}

/** Everyone who sees the row reads the name, so a part of it finds them. */
async function byName(ctx: Ctx, name: string, nth: number): Promise<RawBuilder<unknown>> {
  const words = name.split(/\s+/)
  const [part] = await byLabels(ctx, {
    type: 'user',
    table: 'users',
    text: sql`t.search`,
    words,
    atMost: foundUsersAtMost + 1,
  })
  return part === undefined
    ? sql`select null::uuid as id, ${nth}::int as nth, null::uuid as access_key_id, 0::float8 as rank where false`
    : sql`select n.id, ${nth}::int as nth, null::uuid as access_key_id, n.rank from (${part}) n`
}

/** A name and an id are no personal data that a look-up could confirm; everything else is. */
const isPersonal = ({ kind }: Reading): boolean => kind !== 'name' && kind !== 'user_id'

/** Who looked, by what and how many it found, and an event of each user that personal data led to. */
function recordLookUp(ctx: Ctx, journal: Journal, readings: readonly Reading[], found: readonly FoundRow[]): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'find-user',
    verb: 'searched',
    resource_type: 'console_user',
    resource_id: ctx.person.id,
    resource_name: ctx.person.name,
    visible_through_id: null,
    after: { searched_by: [...new Set(readings.map(({ kind }) => kind))], found: found.length },
  })
  for (const { reading, ...user } of found)
    if (isPersonal(reading))
      addUserRecord(ctx, journal, user, { feature: 'find-user', verb: 'found', after: { found_by: reading.kind } })
}
