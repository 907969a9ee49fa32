import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { editedConsoleUserFields } from '@wheelhouse/contract/console-users/console-users.ts'
import type { ConsoleUserBody } from '@wheelhouse/contract/console-users/console-user-edit.ts'
import type { ConsoleUserRow, NewConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { uuidv7Floor } from '@wheelhouse/db/ids.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { announce } from '../../platform/bus.ts'
import { assertPhoneNumber } from '../../http/phone-numbers.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { Journal, EventDetails } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { requirePermission, requireCreate } from '../../authz/authorize.ts'
import { superadminGrants } from '../../authz/grants.ts'
import { addMembers, addToGroup, initialGroupOf, ownerGroupOf, removeMembers } from '../../authz/group-membership.ts'
import { groupsWith, holdsEverywhere } from '../../authz/rights.ts'
import { lockName } from '../../platform/locks.ts'
import { syncAccount, updateAccount } from './jobs.ts'
import { consoleUserList } from './queries.ts'

export function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'console-users'>,
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'console-users',
    resource_type: 'console_user',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
}

/** Invites a person, which needs CREATE in the owner group of the organization (rights). */
export async function inviteConsoleUser(ctx: Ctx, person: NewConsoleUser): Promise<ConsoleUserRow> {
  // Check repeated requests too: their kept reply is only for people who still hold the right.
  await birthplaceIn(ctx, person.organization_id)
  return write(ctx, async (tx, journal, inside) => {
    if (!ctx.config.identity.isEmbedded) throw new AppError('accounts_kept_elsewhere')
    const groupId = await birthplaceIn(inside, person.organization_id)
    assertPhoneNumber('phone', person.phone)
    const id = uuidv7()
    await insertConsoleUser(tx, { id, kind: 'person', ...person, created_at: journal.at.toISOString() }, groupId)
    recordEvent(ctx, journal, { id, name: person.name }, { verb: 'invited', after: { ...person } })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    await ctx.jobs.send(tx, syncAccount, { id, invitation: { key: id, isAgain: false } })
    return consoleUserList.get(inside, id)
  })
}

interface NewRow extends NewConsoleUser {
  id: string
  kind: ConsoleUserRow['kind']
  created_at: string
}

/** The row of a person or of a service account, born in a group. */
export async function insertConsoleUser(tx: Tx, row: NewRow, groupId: string): Promise<void> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('console_users')
    .values({ ...row, last_signed_in_at: null, disabled_at: null, disabled_reason: null })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  if (!numInsertedOrUpdatedRows) throw new AppError('email_taken', { field: 'email' })
  await addToGroup(tx, { type: 'console_user', id: row.id }, groupId)
}

/** The owner group of an organization, where CREATE is asked. An organization that the caller does not see is not found. */
export async function birthplaceIn(ctx: Ctx, organizationId: string): Promise<string> {
  await requirePermission(ctx, {}, { type: 'organization', id: organizationId })
  const groupId = await ownerGroupOf(ctx.db, organizationId)
  if (!groupId) throw new AppError('not_found')
  await requireCreate(ctx, 'console_user', groupId)
  return groupId
}

/** A person who already has a password gets a link to choose another one. */
export function reinviteConsoleUser(ctx: Ctx, id: string): Promise<null> {
  return write(ctx, async (tx, journal) => {
    if (!ctx.config.identity.isEmbedded) throw new AppError('accounts_kept_elsewhere')
    const person = await lockConsoleUser(tx, id)
    if (person.kind === 'service') throw new AppError('service_account_has_no_invitation')
    if (person.disabled_at) throw new AppError('person_is_disabled')
    await assertFewInvitations(tx, id, journal.at)
    recordEvent(ctx, journal, { id, name: person.name }, { verb: 'reinvited' })
    await ctx.jobs.send(tx, syncAccount, { id, invitation: { key: ctx.correlation_id, isAgain: true } })
    return null
  })
}

const invitationsPerHour = 5
const hourMs = 3_600_000

/** Each is a mail to one person, so that they are paced for this person and not for the one who sends them. */
async function assertFewInvitations(tx: Tx, id: string, now: Date): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from events where resource_id = ${id}::uuid and verb = 'reinvited'
    and id >= ${uuidv7Floor(now.getTime() - hourMs)}::uuid`.execute(tx)
  if ((rows[0]?.count ?? 0) >= invitationsPerHour)
    throw new AppError('too_many_requests', { retry_after_s: hourMs / 1000 })
}

/** Counts from the next request on, whatever the identity provider does; its sessions end with the job. */
export function disableConsoleUser(ctx: Ctx, id: string, reason: string): Promise<ConsoleUserRow> {
  return write(ctx, async (tx, journal, inside) => {
    if (id === ctx.person.id) throw new AppError('own_account')
    // The same lock as a change of roles: together they could take the last superadmin.
    await lockName(tx, 'role_grants')
    const person = await lockConsoleUser(tx, id)
    const { isProvider } = await assertHeldEverywhere(inside, id)
    // Whom a partner disabled the provider may disable too: from then on it is the provider's word.
    if (person.disabled_at && (person.is_disabled_by_provider || !isProvider)) return consoleUserList.get(inside, id)
    if (await isLastSuperadmin(tx, id)) throw new AppError('last_superadmin')
    await setDisabled(tx, id, {
      disabled_at: journal.at.toISOString(),
      disabled_reason: reason,
      is_disabled_by_provider: isProvider,
    })
    recordEvent(
      ctx,
      journal,
      { id, name: person.name },
      { verb: 'disabled', before: { status: 'active' }, after: { status: 'disabled' }, reason },
    )
    return settled(inside, tx, journal, id)
  })
}

/** Nobody undoes what the provider did who is not of the provider themselves, whatever they hold over the person. */
export function enableConsoleUser(ctx: Ctx, id: string): Promise<ConsoleUserRow> {
  return write(ctx, async (tx, journal, inside) => {
    // Without the lock, roles that another transaction grants at the same time would not be checked.
    await lockName(tx, 'role_grants')
    const person = await lockConsoleUser(tx, id)
    if (!person.disabled_at) return consoleUserList.get(inside, id)
    const { isProvider } = await assertHeldEverywhere(inside, id)
    if (person.is_disabled_by_provider && !isProvider) throw new AppError('disabled_by_provider')
    await setDisabled(tx, id, { disabled_at: null, disabled_reason: null, is_disabled_by_provider: false })
    recordEvent(
      ctx,
      journal,
      { id, name: person.name },
      { verb: 'enabled', before: { status: 'disabled' }, after: { status: 'active' } },
    )
    return settled(inside, tx, journal, id)
  })
}

/** The row is the server's; the account at the identity provider follows by a job of the same transaction. */
export function updateConsoleUser(
  ctx: Ctx,
  id: string,
  body: ConsoleUserBody,
  version: number,
): Promise<ConsoleUserRow> {
  return write(ctx, async (tx, journal, inside) => {
    const { version: present, ...before } = await lockFields(tx, id)
    assertVersion(present, version)
    const edit = changedFields(before, { ...body })
    if (!edit) return consoleUserList.get(inside, id)
    // A number from before this rule does not keep the other fields from being edited.
    if (body.phone !== before.phone) assertPhoneNumber('phone', body.phone)
    const former =
      body.organization_id === before.organization_id ? [] : await moveToOrganization(inside, tx, id, before, body)
    await tx
      .updateTable('console_users')
      .set((row) => ({ ...body, version: row('version', '+', 1) }))
      .where('id', '=', id)
      .execute()
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'updated', ...edit })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id, group_ids: former } })
    if (ctx.config.identity.isEmbedded) await ctx.jobs.send(tx, updateAccount, { id })
    return consoleUserList.get(inside, id)
  })
}

/**
 * As if invited there: CREATE is asked in the owner group of the new organization. UPDATE must be held where the person was
 * born, and not in a group that merely shares the person. Returns the group that the person left.
 */
async function moveToOrganization(
  inside: Ctx,
  tx: Tx,
  id: string,
  before: { organization_id: string | null },
  after: { organization_id: string },
): Promise<string[]> {
  const joined = await birthplaceIn(inside, after.organization_id)
  await requireCreate(inside, 'console_user', await initialGroupOf(tx, before.organization_id), 'UPDATE')
  const left = before.organization_id === null ? undefined : await ownerGroupOf(tx, before.organization_id)
  if (left !== undefined) await removeMembers(tx, 'console_user', [id], [left])
  await addMembers(tx, 'console_user', [id], [joined])
  return left === undefined ? [] : [left]
}

async function lockFields(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('console_users')
    .select([...editedConsoleUserFields, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/**
 * Disabling takes all roles that the person holds and enabling gives them back. The caller therefore needs DISABLE in
 * each group where the person holds a role, as for MODIFYROLES. A caller who holds DISABLE over everything acts for the
 * provider.
 */
export async function assertHeldEverywhere({ db, person }: Ctx, id: string): Promise<{ isProvider: boolean }> {
  const caller = sql`${person.id}::uuid`
  const { rows } = await sql<{ is_provider: boolean; is_beyond: boolean }>`
    select ${holdsEverywhere(caller, 'console_user', 'DISABLE')} as is_provider, exists (select 1 from role_grants g
      where g.person_id = ${id}::uuid and g.group_id not in (${groupsWith(caller, 'console_user', 'DISABLE')})) as is_beyond`.execute(
    db,
  )
  const { is_provider = false, is_beyond = true } = rows[0] ?? {}
  if (!is_provider && is_beyond)
    throw new AppError('forbidden', { missing: 'DISABLE on console_user wherever this person holds a role' })
  return { isProvider: is_provider }
}

async function settled(ctx: Ctx, tx: Tx, journal: Journal, id: string): Promise<ConsoleUserRow> {
  publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
  // Open streams ask again who their reader is.
  await announce(tx, { kind: 'rights', person_ids: [id] })
  if (ctx.config.identity.isEmbedded) await ctx.jobs.send(tx, syncAccount, { id, invitation: null })
  return consoleUserList.get(ctx, id)
}

interface Disabled {
  disabled_at: string | null
  disabled_reason: string | null
  is_disabled_by_provider: boolean
}

async function setDisabled(tx: Tx, id: string, disabled: Disabled): Promise<void> {
  await tx
    .updateTable('console_users')
    .set((row) => ({ ...disabled, version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** By what the role allows, as for taking roles away: a role that people made may allow the same. */
async function isLastSuperadmin(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ is_one: boolean; others: boolean }>`
    with superadmins as (${superadminGrants})
    select exists (select 1 from superadmins where person_id = ${id}::uuid) as is_one,
      exists (select 1 from superadmins where person_id <> ${id}::uuid) as others`.execute(tx)
  return rows[0]?.is_one === true && !rows[0].others
}

interface LockedConsoleUser {
  name: string
  kind: string
  disabled_at: string | null
  is_disabled_by_provider: boolean
}

export async function lockConsoleUser(tx: Tx, id: string): Promise<LockedConsoleUser> {
  const person = tx.selectFrom('console_users').select(['name', 'kind', 'disabled_at', 'is_disabled_by_provider'])
  const row = await person.where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
