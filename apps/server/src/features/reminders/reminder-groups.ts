import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { reminderGroupFields } from '@wheelhouse/contract/reminders/reminders.ts'
import type { ReminderGroup, ReminderGroupBody } from '@wheelhouse/contract/reminders/reminders.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { personActor } from '../../journal/audit.ts'
import { addAuditRecord, changedFields, publishChange } from '../../journal/journal.ts'
import type { EventDetails, Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import { requireCreate } from '../../authz/authorize.ts'
import { initialGroupOf, removeFromGroups, setOrganizationRoles } from '../../authz/group-membership.ts'
import type { Resource } from '../../authz/rights.ts'
import { groupList } from './queries.ts'

const resourceOf = (id: string): Resource => ({ type: 'reminders', id })

/** Records the event in the history of the group and notifies everyone who sees the group, or saw it (`formerGroups`). */
export function recordReminder(
  ctx: Ctx,
  journal: Journal,
  { id, name }: { id: string; name: string },
  details: EventDetails<'reminders'>,
  formerGroups: string[] = [],
): void {
  addAuditRecord(journal, {
    actor: personActor(ctx),
    feature: 'reminders',
    resource_type: 'reminders',
    resource_id: id,
    resource_name: name,
    visible_through_id: null,
    ...details,
  })
  publishChange(journal, 'reminders', id, null, { through: { ...resourceOf(id), group_ids: formerGroups } })
}

export function createGroup(ctx: Ctx, body: ReminderGroupBody): Promise<ReminderGroup> {
  return write(ctx, async (tx, journal, inside) => {
    const { organization_id } = ctx.person
    await requireCreate(inside, 'reminders', await initialGroupOf(tx, organization_id))
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('reminder_groups')
      .values({ id, organization_id, ...body, created_at: at, updated_at: at })
      .execute()
    await setOrganizationRoles(tx, resourceOf(id), organization_id, ['owner'])
    recordReminder(ctx, journal, { id, name: body.name }, { verb: 'group_created', after: body })
    return groupList.get(inside, id)
  })
}

export function updateGroup(ctx: Ctx, id: string, body: ReminderGroupBody, version: number): Promise<ReminderGroup> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockGroup(tx, id)
    assertVersion(before.version, version)
    const edit = changedFields({ ...before }, body)
    if (edit) {
      await tx
        .updateTable('reminder_groups')
        .set((row) => ({ ...body, updated_at: journal.at.toISOString(), version: row('version', '+', 1) }))
        .where('id', '=', id)
        .execute()
      recordReminder(ctx, journal, { id, name: body.name }, { verb: 'group_updated', ...edit })
    }
    return groupList.get(inside, id)
  })
}

export function deleteGroup(ctx: Ctx, id: string, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { version: present, ...before } = await lockGroup(tx, id)
    assertVersion(present, version)
    await tx.deleteFrom('reminder_groups').where('id', '=', id).execute()
    const formerGroups = await removeFromGroups(tx, resourceOf(id))
    recordReminder(ctx, journal, { id, name: before.name }, { verb: 'group_deleted', before }, formerGroups)
    return null
  })
}

async function lockGroup(tx: Tx, id: string) {
  const row = await tx
    .selectFrom('reminder_groups')
    .select([...reminderGroupFields, 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}
