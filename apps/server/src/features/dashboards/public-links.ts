import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Dashboard } from '@wheelhouse/contract/dashboards/dashboards.ts'
import { holdsOn } from '../../authz/rights.ts'
import { assertVersion } from '../../http/versions.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Db, Tx } from '../../platform/context.ts'
import { lockDashboard, recordEvent, touch } from './dashboards.ts'
import { dashboardList } from './queries.ts'

interface LinkBody {
  expires_at: string | null
  frame_origins: readonly string[]
  is_new: boolean
}

/**
 * Switches the link on, or changes it. A link that is on keeps its address, unless a new one is wanted. An address that has
 * expired stays dead, because its owner relied on its end.
 */
export function openLink(ctx: Ctx, id: string, body: LinkBody, version: number): Promise<Dashboard> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockDashboard(tx, id)
    if (body.expires_at !== null && Date.parse(body.expires_at) <= journal.at.getTime())
      throw new AppError('invalid_body', { field: 'expires_at' }, 'Expiry must be in the future')
    await assertPerson(tx, ctx.person.id)
    assertVersion(before.version, version)
    const values = {
      token: randomBytes(32).toString('base64url'),
      expires_at: body.expires_at,
      frame_origins: [...body.frame_origins],
      created_by: ctx.person.id,
      created_at: journal.at.toISOString(),
    }
    const { token, ...kept } = values
    const isNew = body.is_new || (await hasExpired(tx, id, journal.at))
    await tx
      .insertInto('dashboard_links')
      .values({ dashboard_id: id, ...values })
      .onConflict((on) => on.column('dashboard_id').doUpdateSet(isNew ? { token, ...kept } : kept))
      .execute()
    await touch(tx, id, journal)
    const after = { expires_at: body.expires_at, frame_origins: body.frame_origins, is_new: isNew }
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'link_opened', after })
    return dashboardList.get(inside, id)
  })
}

/** The address is read without a token, so the networks that a service account is restricted to would not apply to it. */
async function assertPerson(tx: Tx, id: string): Promise<void> {
  const { kind } = await tx.selectFrom('console_users').select('kind').where('id', '=', id).executeTakeFirstOrThrow()
  if (kind === 'service') throw new AppError('service_account_has_no_link')
}

async function hasExpired(tx: Tx, id: string, at: Date): Promise<boolean> {
  const expired = await tx
    .selectFrom('dashboard_links')
    .select('dashboard_id')
    .where('dashboard_id', '=', id)
    .where('expires_at', '<=', at.toISOString())
    .executeTakeFirst()
  return expired !== undefined
}

/** Nothing of the address is left: a request for it gets the reply of a wrong one. */
export function closeLink(ctx: Ctx, id: string, version: number): Promise<Dashboard> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockDashboard(tx, id)
    assertVersion(before.version, version)
    await tx.deleteFrom('dashboard_links').where('dashboard_id', '=', id).execute()
    await touch(tx, id, journal)
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'link_closed' })
    return dashboardList.get(inside, id)
  })
}

/** What a link that works opens. */
export interface OpenedLink {
  dashboard_id: string
  version: number
  /** The person who switched it on: the link shows nothing that they may not see themselves. */
  person_id: string
  frame_origins: string[]
}

/**
 * Null of a wrong, an old, an expired address, of one whose person may no longer change the dashboard or see it, and of one of a
 * service account, which could create one in earlier versions. Asked with each request, so a link that is switched off is dead with
 * the next one.
 */
export async function openedLink(db: Db, now: Date, token: string): Promise<OpenedLink | null> {
  if (!/^[A-Za-z0-9_-]{43}$/.test(token)) return null
  const { rows } = await sql<OpenedLink>`
    select k.dashboard_id, d.version, k.created_by as person_id, k.frame_origins
    from dashboard_links k join dashboards d on d.id = k.dashboard_id
    join console_users p on p.id = k.created_by and p.kind = 'person' and p.disabled_at is null
    where k.token = ${token} and (k.expires_at is null or k.expires_at > ${now.toISOString()}::timestamptz)`.execute(db)
  const [found] = rows
  return found && (await mayPublish(db, found)) ? found : null
}

/** The sites that may show the page of a public link in a frame; none for every other path. */
export async function framesOf(db: Db, now: Date, path: string): Promise<readonly string[]> {
  const token = /^\/analytics\/dashboards\/public\/([A-Za-z0-9_-]{43})$/.exec(path)?.[1]
  return token === undefined ? [] : ((await openedLink(db, now, token))?.frame_origins ?? [])
}

async function mayPublish(db: Db, { dashboard_id: id, person_id }: OpenedLink): Promise<boolean> {
  const person = sql`${person_id}::uuid`
  const held = (['analytics-dashboard:get', 'analytics-dashboard:update'] as const).map((action) =>
    holdsOn(person, 'dashboards', action, { type: 'dashboards', id }),
  )
  const leave = holdsOn(person, 'organization', 'analytics-dashboard:get', { type: 'dashboards', id })
  const { rows } = await sql<{ may: boolean }>`select ${sql.join([...held, leave], sql` and `)} as may`.execute(db)
  return rows[0]?.may === true
}
