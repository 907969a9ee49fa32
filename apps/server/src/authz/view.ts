import { sql } from 'kysely'
import type { NewPermissionView } from '@wheelhouse/contract/view-as/view-as.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Db, Person } from '../platform/context.ts'
import { authorize, hasRights } from './authorize.ts'
import type { Asker } from './authorize.ts'
import { heldBy, holdsAsMuch, holdsIn, pairsOfRoles, roleIsVisible } from './grants.ts'

/** Someone who sees the console as another person or a role would (decision 42). */
export interface Guest {
  /** What the rights are asked of, under the sign-in of the viewer. */
  asker: Asker
  viewer: Person
  view_id: string
  /** How long the view lasts yet. */
  left_ms: number
}

/**
 * The view that a request names, while the viewer may still have it. Asked with each request: a view ends with the sign-in,
 * with the right to it, and as soon as the other holds more than the viewer.
 */
export async function guestOf(
  db: Db,
  bearer: { sub: string; gid: string | null },
  viewId: string,
  now: Date,
): Promise<Guest> {
  const viewer = await authorize(db, bearer, { needs: {}, on: null })
  const view = await db
    .selectFrom('permission_views')
    .selectAll()
    .where('id', '=', viewId)
    .where('viewer_id', '=', viewer.id)
    .executeTakeFirst()
  const isOpen = view && view.sign_in_id === bearer.gid && new Date(view.ends_at) > now
  if (!isOpen) throw new AppError('view_over')
  const { console_user_id, role_id, group_id } = view
  const subject = console_user_id !== null ? { console_user_id } : inGroup(role_id, group_id)
  await assertMayView(db, viewer, subject).catch((error: unknown) => {
    throw error instanceof AppError ? new AppError('view_over') : error
  })
  const asker =
    console_user_id === null
      ? { sub: view.id, gid: bearer.gid, isRole: true }
      : { sub: console_user_id, gid: bearer.gid }
  return { asker, viewer, view_id: view.id, left_ms: new Date(view.ends_at).getTime() - now.getTime() }
}

function inGroup(role_id: string | null, resource_group_id: string | null): NewPermissionView {
  if (role_id === null || resource_group_id === null) throw new AppError('view_over')
  return { role_id, resource_group_id }
}

/** The right to change what the other may do, and nothing that the viewer does not hold in the same place. */
export async function assertMayView(db: Db, viewer: Pick<Person, 'id'>, subject: NewPermissionView): Promise<void> {
  if ('role_id' in subject) return assertMayViewRole(db, viewer, subject)
  const { console_user_id: id } = subject
  await assertHolds(db, viewer, { type: 'console_user', id }, 'console_user')
  const { rows } = await sql<{ is_disabled: boolean }>`
    select disabled_at is not null as is_disabled from console_users where id = ${id}::uuid`.execute(db)
  if (rows[0]?.is_disabled !== false) throw new AppError('view_of_disabled')
  const [mine, theirs] = await Promise.all([heldBy(db, viewer.id), heldBy(db, id)])
  if (!holdsAsMuch(mine, theirs)) throw new AppError('view_of_more_rights')
}

async function assertMayViewRole(
  db: Db,
  viewer: Pick<Person, 'id'>,
  { role_id, resource_group_id }: Extract<NewPermissionView, { role_id: string }>,
): Promise<void> {
  await assertHolds(db, viewer, { type: 'resource_group', id: resource_group_id }, 'resource_group')
  const role = db
    .selectFrom('roles')
    .select('id')
    .where('id', '=', role_id)
    .where(roleIsVisible(viewer.id, sql`roles.organization_id`, sql`roles.id`))
  if (!(await role.executeTakeFirst())) throw new AppError('not_found')
  const [mine, pairs] = await Promise.all([heldBy(db, viewer.id), pairsOfRoles(db, [role_id])])
  if (!(pairs.get(role_id) ?? []).every((wanted) => holdsIn(mine, [resource_group_id], wanted)))
    throw new AppError('view_of_more_rights')
}

async function assertHolds(
  db: Db,
  person: Pick<Person, 'id'>,
  on: { type: 'console_user' | 'resource_group'; id: string },
  seen: 'console_user' | 'resource_group',
): Promise<void> {
  const rights = [
    [seen, 'GET'],
    ['console_user', 'MODIFYROLES'],
  ] as const
  const [isVisible, isAllowed] = await hasRights({ db, person }, rights, on)
  if (!isVisible) throw new AppError('not_found')
  if (!isAllowed) throw new AppError('forbidden', { missing: 'MODIFYROLES on console_user' })
}
