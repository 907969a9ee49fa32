import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { rolesOfVisibility, allowlistFields } from '@wheelhouse/contract/allowlists/allowlists.ts'
import type { Allowlist, AllowlistBody, AllowlistStatus } from '@wheelhouse/contract/allowlists/allowlists.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, removeFromGroups, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { allowlistList, locksOf } from './queries.ts'

const resourceOf = (id: string): Resource => ({ type: 'whitelist', id })

/** Records the event and notifies everyone who sees the allowlist now or saw it before (`formerGroups`). */
export function recordEvent(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'allowlists'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'allowlists',
    resource_type: 'whitelist',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'whitelist', id, null, { through: { ...resourceOf(id), group_ids: formerGroups } })
}

/** The locks of the allowlist are examined after the commit; call it where a lock's keys may have changed. */
export async function noteLocks(tx: Tx, allowlistId: string): Promise<void> {
  await sql`insert into allowlist_changes (hardware_id)
    select k.hardware_id from (${locksOf(sql`${allowlistId}::uuid`)}) k`.execute(tx)
}

export function createList(ctx: Ctx, body: AllowlistBody): Promise<Allowlist> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id } = ctx.person
    await requireCreate(inside, 'whitelist', await initialGroupOf(tx, organization_id))
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('allowlists')
      .values({ id, organization_id, ...body, status: 'not_enabled', created_at: at, updated_at: at })
      .execute()
    await setOrganizationRoles(tx, resourceOf(id), organization_id, rolesOfVisibility[body.visibility])
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'created', after: body })
    return allowlistList.get(inside, id)
  })
}

export function updateList(ctx: Ctx, id: string, body: AllowlistBody, version: number): Promise<Allowlist> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockAllowlist(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields(before, body)
    if (!edit) return allowlistList.get(inside, id)
    await saveFields(tx, journal, id, body)
    const roles = rolesOfVisibility[body.visibility]
    const formerGroups = await setOrganizationRoles(tx, resourceOf(id), before.organization_id, roles)
    if (before.sync !== body.sync) await noteLocks(tx, id)
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'updated', ...edit }, formerGroups)
    return allowlistList.get(inside, id)
  })
}

export function setStatus(ctx: Ctx, id: string, status: AllowlistStatus, version: number): Promise<Allowlist> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockAllowlist(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields(before, { status })
    if (!edit) return allowlistList.get(inside, id)
    await saveFields(tx, journal, id, { status })
    await noteLocks(tx, id)
    const verb = status === 'active' ? 'enabled' : 'disabled'
    recordEvent(ctx, journal, { id, name: before.name }, { verb, ...edit })
    return allowlistList.get(inside, id)
  })
}

/** Only a list that is off every lock by its own switch can go, so that nobody opens a garage by deleting a row. */
export function deleteList(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, organization_id: _, ...before } = await lockAllowlist(tx, id)
    if (before.status === 'active') throw new AppError('allowlist_active')
    assertVersion(present, version)
    await tx.deleteFrom('allowlists').where('id', '=', id).execute()
    const formerGroups = await removeFromGroups(tx, resourceOf(id))
    recordEvent(ctx, journal, { id, name: before.name }, { verb: 'deleted', before }, formerGroups)
    return null
  })
}

async function saveFields(
  tx: Tx,
  journal: Journal,
  id: string,
  fields: Partial<AllowlistBody & { status: AllowlistStatus }>,
): Promise<void> {
  await tx
    .updateTable('allowlists')
    .set((row) => ({ ...fields, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
    .where('id', '=', id)
    .execute()
}

/** The fields that an edit may change, with those that it may not. */
export async function lockAllowlist(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('allowlists')
    .select([...allowlistFields, 'status', 'version', 'organization_id'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
