import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { uuidv7 } from 'uuidv7'
import * as z from 'zod'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { viewLastsMinutes } from '@wheelhouse/contract/view-as/view-as.ts'
import type { NewPermissionView, PermissionView } from '@wheelhouse/contract/view-as/view-as.ts'
import { roleIsVisible } from '../../authz/grants.ts'
import { assertMayView } from '../../authz/view.ts'
import { personActor, systemActor } from '../../journal/audit.ts'
import type { Actor } from '../../journal/audit.ts'
import { addAuditRecord, openJournal, withJournal } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { announce } from '../../platform/bus.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { jobKind } from '../../platform/jobs.ts'
import type { JobCtx } from '../../platform/jobs.ts'
import { lockName } from '../../platform/locks.ts'
import { grantToView } from '../permissions/role-grants.ts'

/** Ends a view whose time is up, so that its end is on record as well. */
export const endViewInTime = jobKind({ name: 'view-as.end', payload: z.strictObject({ id: z.uuid() }) })

/** One view at a time: a former one of the same person ends. */
export function beginView(ctx: Ctx, subject: NewPermissionView): Promise<PermissionView> {
  return write(ctx, async (tx, journal, inside) => {
    // Not while roles change: a role that is deleted at the same time could not be held any more.
    await lockName(tx, 'role_grants')
    await assertMayView(tx, ctx.person, subject)
    const named = await nameOf(inside, subject)
    await endViewsOf(personActor(ctx), tx, journal, sql<boolean>`v.viewer_id = ${ctx.person.id}::uuid`)
    const id = uuidv7()
    const ends = new Date(journal.at.getTime() + viewLastsMinutes * 60_000)
    await insertView(tx, ctx, { id, subject, began_at: journal.at.toISOString(), ends_at: ends.toISOString() })
    await ctx.jobs.send(tx, endViewInTime, { id }, ends)
    recordView(journal, personActor(ctx), { id, ...named }, 'began')
    return {
      id,
      kind: 'role_id' in subject ? ('role' as const) : ('person' as const),
      subject_id: 'role_id' in subject ? id : subject.console_user_id,
      name: named.name,
      resource_group_name: named.resource_group_name,
      ends_at: ends.toISOString(),
    }
  })
}

interface NewView {
  id: string
  subject: NewPermissionView
  began_at: string
  ends_at: string
}

async function insertView(tx: Tx, { person }: Ctx, { subject, ...view }: NewView): Promise<void> {
  const role = 'role_id' in subject ? { role_id: subject.role_id, group_id: subject.resource_group_id } : null
  await tx
    .insertInto('permission_views')
    .values({
      ...view,
      viewer_id: person.id,
      sign_in_id: person.session_id,
      ...(role ?? ('console_user_id' in subject ? { console_user_id: subject.console_user_id } : {})),
    })
    .execute()
  if (role) await grantToView(tx, view.id, role)
}

interface Named {
  name: string
  resource_group_name: string | null
  resource_type: 'console_user' | 'permission'
  resource_id: string
}

async function nameOf(ctx: Ctx, subject: NewPermissionView): Promise<Named> {
  if ('role_id' in subject) return nameOfRole(ctx, subject)
  const { console_user_id: id } = subject
  const person = ctx.db.selectFrom('console_users').select('name').where('id', '=', id)
  const { name } = await person.executeTakeFirstOrThrow()
  return { name, resource_group_name: null, resource_type: 'console_user', resource_id: id }
}

async function nameOfRole(
  { db, person }: Ctx,
  { role_id, resource_group_id }: Extract<NewPermissionView, { role_id: string }>,
): Promise<Named> {
  const row = await db
    .selectFrom('roles')
    .innerJoin('resource_groups as g', (join) => join.on('g.id', '=', resource_group_id))
    .select(['roles.name', 'roles.category', 'g.name as resource_group_name'])
    .where('roles.id', '=', role_id)
    .where(roleIsVisible(person.id, sql`roles.organization_id`, sql`roles.id`))
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  if (row.category === 'SYSTEM_INTERNAL') throw new AppError('role_for_no_person', { role_id })
  const { name, resource_group_name } = row
  return { name, resource_group_name, resource_type: 'permission', resource_id: role_id }
}

/** Only a view of the caller; another is not found. */
export function endView(ctx: Ctx, id: string): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const own = sql<boolean>`v.id = ${id}::uuid and v.viewer_id = ${ctx.person.id}::uuid`
    const ended = await endViewsOf(personActor(ctx), tx, journal, own)
    if (ended === 0) throw new AppError('not_found')
    return null
  })
}

/** Deletes open views with what they held, writes their end and closes their live streams. Returns how many there were. */
export async function endViewsOf(actor: Actor, tx: Tx, journal: Journal, which: RawBuilder<boolean>): Promise<number> {
  const { rows } = await sql<Named & { id: string; viewer_id: string }>`
    delete from permission_views v where ${which}
    returning v.id, v.viewer_id,
      coalesce((select name from console_users p where p.id = v.console_user_id), (select name from roles r where r.id = v.role_id)) as name,
      (select name from resource_groups g where g.id = v.group_id) as resource_group_name,
      case when v.role_id is null then 'console_user' else 'permission' end as resource_type,
      coalesce(v.console_user_id, v.role_id) as resource_id`.execute(tx)
  for (const view of rows) recordView(journal, actor, view, 'ended')
  if (rows.length > 0) await announce(tx, { kind: 'rights', person_ids: rows.map(({ viewer_id }) => viewer_id) })
  return rows.length
}

export async function endInTime({ db, clock, correlation_id }: JobCtx, id: string): Promise<void> {
  const journal = openJournal(clock.now(), correlation_id)
  await withJournal(db, journal, (tx) => endViewsOf(systemActor, tx, journal, sql<boolean>`v.id = ${id}::uuid`))
}

function recordView(journal: Journal, actor: Actor, view: Named & { id: string }, verb: 'began' | 'ended'): void {
  const { id, name, resource_type, resource_id, resource_group_name } = view
  addAuditRecord(journal, {
    actor,
    feature: 'view-as',
    verb,
    resource_type,
    resource_id,
    resource_name: name,
    visible_through_id: null,
    after: { view_id: id, ...(resource_group_name === null ? {} : { resource_group: resource_group_name }) },
  })
}
