import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { logEntryName } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { readLogCalendar } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import type { LogCalendar, LogCalendarScope } from '@wheelhouse/contract/maintenance-log/log-calendar.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { write } from '../../journal/write.ts'
import { calendarText } from './calendar-text.ts'
import type { CalendarEntry } from './calendar-text.ts'
import { entryList } from './queries.ts'

const hashOf = (secret: string): Buffer => createHash('sha256').update(secret).digest()

export async function ownCalendar({ db, person }: Ctx): Promise<LogCalendar> {
  const row = await db
    .selectFrom('maintenance_log_calendars')
    .select(['created_at', 'scope', 'read_at'])
    .where('person_id', '=', person.id)
    .$narrowType<{ scope: LogCalendarScope }>()
    .executeTakeFirst()
  return row ?? { created_at: null, scope: null, read_at: null }
}

/** Only the hash is kept: nobody can read the address again, and a copy of the database opens no calendar. */
export function createCalendar(ctx: Ctx, scope: LogCalendarScope): Promise<{ url: string }> {
  return write(ctx, async (tx, journal) => {
    await assertPerson(tx, ctx.person.id)
    const secret = randomBytes(32).toString('base64url')
    const values = { secret_hash: hashOf(secret), scope, created_at: journal.at.toISOString(), read_at: null }
    await tx
      .insertInto('maintenance_log_calendars')
      .values({ person_id: ctx.person.id, ...values })
      .onConflict((conflict) => conflict.column('person_id').doUpdateSet(values))
      .execute()
    return { url: `${ctx.config.console_url}${readLogCalendar.path.replace(':secret', `${secret}.ics`)}` }
  })
}

/** The address is read without a token, so the networks that a service account is restricted to would not apply to it. */
async function assertPerson(tx: Tx, id: string): Promise<void> {
  const { kind } = await tx.selectFrom('console_users').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  if (kind === 'service') throw new AppError('service_account_has_no_calendar')
}

export function deleteCalendar(ctx: Ctx): Promise<null> {
  return write(ctx, async (tx) => {
    await tx.deleteFrom('maintenance_log_calendars').where('person_id', '=', ctx.person.id).execute()
    return null
  })
}

type Moment = Omit<Ctx, 'person'>

interface Owner {
  id: string
  name: string
  scope: LogCalendarScope
}

/**
 * A calendar program reads with the rights that the person has at this moment; disabled people have none. Service accounts
 * could create an address in earlier versions: it no longer works.
 */
export async function readCalendar(ctx: Moment, file: string): Promise<string> {
  const { rows } =
    await sql<Owner>`update maintenance_log_calendars c set read_at = ${ctx.clock.now().toISOString()}::timestamptz
    from console_users p where p.id = c.person_id and p.kind = 'person' and p.disabled_at is null and c.secret_hash = ${hashOf(file.replace(/\.ics$/, ''))}
    returning p.id, p.name, c.scope`.execute(ctx.db)
  const [owner] = rows
  if (!owner) throw new AppError('not_found')
  return calendarText(`Maintenance, ${owner.name}`, await entriesOf(ctx, owner))
}

const entriesAtMost = 1_000

interface Row {
  id: string
  number: number
  version: number
  priority: string
  description: string
  code: string
  label: string
  address: string
  latitude: number | null
  longitude: number | null
  location_id: string
  due_at: string
  updated_at: string
}

async function entriesOf(ctx: Moment, { id, scope }: Owner): Promise<CalendarEntry[]> {
  const filter = scope === 'assigned' ? { state: 'open' as const, assignee_id: [id] } : { state: 'open' as const }
  const { from, where } = entryList.conditions({ ...ctx, person: { id } }, filter)
  const { rows } =
    await sql<Row>`select e.id, e.number, e.version, e.priority, e.description, l.code, l.label, l.address, l.latitude,
      l.longitude, e.location_id, e.due_at, e.updated_at
    from ${from} where ${where} order by e.due_at, e.id limit ${entriesAtMost}`.execute(ctx.db)
  return rows.map(({ number, priority, code, label, address, location_id, ...row }) => ({
    ...row,
    title: `${logEntryName(number)} ${label} (${priority})`,
    place: [label, code, address].filter(Boolean).join(', '),
    url: `${ctx.config.console_url}/maintenance-log?open=${location_id}.${row.id}`,
  }))
}
