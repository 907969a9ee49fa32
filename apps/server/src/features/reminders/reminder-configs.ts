import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  ReminderBulkEdit,
  ReminderConfig,
  ReminderConfigBody,
  ReminderStatus,
} from '@wheelhouse/contract/reminders/reminders.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { changedFields } from '../../journal/journal.ts'
import type { Journal } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Resource } from '../../authz/rights.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { bulkAction } from '../background-jobs/bulk.ts'
import { holdLocations } from '../lock-targets/judge-targets.ts'
import { configById } from './queries.ts'
import type { ConfigRef } from './queries.ts'
import { recordReminder } from './reminder-groups.ts'

export function createConfig(ctx: Ctx, groupId: string, body: ReminderConfigBody): Promise<ReminderConfig> {
  return write(ctx, async (tx, journal, inside) => {
    const name = await nameOfGroup(tx, groupId)
    await holdLocations(tx, body)
    const { location_ids, ...fields } = body
    const id = uuidv7()
    const at = journal.at.toISOString()
    await tx
      .insertInto('reminder_configs')
      .values({ id, group_id: groupId, ...fields, runs_after: at, created_at: at, updated_at: at })
      .execute()
    await setLocations(inside, tx, id, location_ids)
    await assertReachesOwn(inside, tx, id)
    const after = await lockConfig(tx, { reminder_group_id: groupId, reminder_config_id: id })
    recordReminder(ctx, journal, { id: groupId, name }, { verb: 'created', after: factsOf(after) })
    return configById(inside, { reminder_group_id: groupId, reminder_config_id: id })
  })
}

export function updateConfig(
  ctx: Ctx,
  ref: ConfigRef,
  body: ReminderConfigBody,
  version: number,
): Promise<ReminderConfig> {
  return write(ctx, async (tx, journal, inside) => {
    await holdLocations(tx, body)
    const before = await lockConfig(tx, ref)
    assertVersion(before.version, version)
    await saveConfig(inside, tx, journal, before, body)
    return configById(inside, ref)
  })
}

export function switchConfig(
  ctx: Ctx,
  ref: ConfigRef,
  status: ReminderStatus,
  version: number,
): Promise<ReminderConfig> {
  return write(ctx, async (tx, journal, inside) => {
    const before = await lockConfig(tx, ref)
    assertVersion(before.version, version)
    await saveConfig(inside, tx, journal, before, { status })
    return configById(inside, ref)
  })
}

/** What was sent stays in the history of the group. */
export function deleteConfig(ctx: Ctx, ref: ConfigRef, version: number): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const before = await lockConfig(tx, ref)
    assertVersion(before.version, version)
    await tx.deleteFrom('reminder_configs').where('id', '=', before.id).execute()
    recordReminder(ctx, journal, groupOf(before), { verb: 'deleted', before: factsOf(before) })
    return null
  })
}

export const editConfigs = bulkAction<ReminderBulkEdit>({
  name: 'reminders.edit',
  title: 'Edit reminders',
  type: 'reminders',
  resourceOf: groupOfConfig,
  needs: { reminders: ['UPDATE'] },
  each: (ctx, id, edit) =>
    write(ctx, async (tx, journal, inside) => {
      const group = await groupOfConfig(inside, id)
      if (edit.location_ids) await holdLocations(tx, { location_ids: edit.location_ids })
      const before = await lockConfig(tx, { reminder_group_id: group.id, reminder_config_id: id })
      await saveConfig(inside, tx, journal, before, edit)
      return null
    }),
})

/** A config follows its group: the right is held there. */
async function groupOfConfig({ db }: Pick<Ctx, 'db'>, id: string): Promise<Resource> {
  const row = await db.selectFrom('reminder_configs').select('group_id').where('id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return { type: 'reminders', id: row.group_id }
}

type Locked = Awaited<ReturnType<typeof lockConfig>>
const groupOf = ({ group_id, group_name }: Locked) => ({ id: group_id, name: group_name })

async function lockConfig(tx: Tx, { reminder_group_id, reminder_config_id }: ConfigRef) {
  const row = await tx
    .selectFrom('reminder_configs as c')
    .innerJoin('reminder_groups as g', 'g.id', 'c.group_id')
    .select([
      'c.id',
      'c.group_id',
      'g.name as group_name',
      'c.status',
      'c.activation_at',
      'c.period',
      'c.min_hours',
      'c.subject',
      'c.message',
      'c.generate_notification',
      'c.version',
      sql<string[]>`array(select l.code from reminder_config_locations x join locations l on l.id = x.location_id
        where x.config_id = c.id order by l.code)`.as('codes'),
    ])
    .where('c.id', '=', reminder_config_id)
    .where('c.group_id', '=', reminder_group_id)
    .forUpdate('c')
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Who reads the event need not see each location, so it says how many there are. */
const factsOf = ({ status, activation_at, period, min_hours, subject, message, ...row }: Locked) => ({
  status,
  activation_at,
  period,
  min_hours,
  subject,
  message,
  generate_notification: row.generate_notification,
  locations: row.codes.length,
})

/** Writes what differs. A new schedule and a new activation begin after this moment: no run of the past is made up for. */
async function saveConfig(
  inside: Ctx,
  tx: Tx,
  journal: Journal,
  before: Locked,
  body: Partial<ReminderConfigBody>,
): Promise<void> {
  const { location_ids, ...fields } = body
  if (location_ids) await setLocations(inside, tx, before.id, location_ids)
  if (!isOnlyDisabling(body)) await assertReachesOwn(inside, tx, before.id)
  if (Object.keys(fields).length > 0)
    await tx.updateTable('reminder_configs').set(fields).where('id', '=', before.id).execute()
  const after = await lockConfig(tx, { reminder_group_id: before.group_id, reminder_config_id: before.id })
  const codes = changedFields({ codes: before.codes }, { codes: after.codes })
  const edit = changedFields(factsOf(before), factsOf(after))
  if (!edit && !codes) return
  const isNewSchedule = before.activation_at !== after.activation_at || before.period !== after.period
  const isSwitchedOn = before.status === 'disabled' && after.status === 'active'
  await tx
    .updateTable('reminder_configs')
    .set((row) => ({
      ...(isNewSchedule ? { schedule: row('schedule', '+', 1) } : {}),
      ...(isNewSchedule || isSwitchedOn ? { runs_after: journal.at.toISOString() } : {}),
      updated_at: journal.at.toISOString(),
      version: row('version', '+', 1),
    }))
    .where('id', '=', before.id)
    .execute()
  recordReminder(inside, journal, groupOf(after), {
    verb: verbOf(before, after),
    ...(edit ?? { before: null, after: { locations: after.codes.length } }),
  })
}

function verbOf(before: Locked, after: Locked) {
  if (before.status === after.status) return 'updated'
  return after.status === 'active' ? 'activated' : 'disabled'
}

/** A location that the writer does not see is not found; those that are there already and not seen stay. */
async function setLocations(inside: Ctx, tx: Tx, configId: string, wanted: readonly string[]): Promise<void> {
  const ids = [...new Set(wanted)]
  const isSeen = rowIsVisible(inside, 'location', 'GET', 'location', sql`l.id`)
  const { rows } = await sql<{ seen: number }>`select count(*) as seen from locations l
    where l.id = any(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  if (rows[0]?.seen !== ids.length) throw new AppError('not_found', { field: 'location_ids' })
  await sql`delete from reminder_config_locations x using locations l where l.id = x.location_id
    and x.config_id = ${configId}::uuid and x.location_id <> all(${ids}::uuid[]) and ${isSeen}`.execute(tx)
  await sql`insert into reminder_config_locations (config_id, location_id)
    select ${configId}::uuid, unnest(${ids}::uuid[]) on conflict do nothing`.execute(tx)
}

/** Sends nothing to anybody, so it needs no right over the locations. */
const isOnlyDisabling = (body: Partial<ReminderConfigBody>): boolean =>
  body.status === 'disabled' && Object.keys(body).length === 1

/**
 * A reminder writes to the riders at its locations, so the right over the group alone is not enough: a writer could
 * otherwise choose what the riders of another organization read.
 */
async function assertReachesOwn(inside: Ctx, tx: Tx, configId: string): Promise<void> {
  const isHeld = rowIsVisible(inside, 'reminders', 'UPDATE', 'location', sql`x.location_id`)
  const { rows } = await sql`select 1 from reminder_config_locations x
    where x.config_id = ${configId}::uuid and not ${isHeld} limit 1`.execute(tx)
  if (rows.length > 0)
    throw new AppError(
      'forbidden',
      { missing: 'UPDATE on reminders', field: 'location_ids' },
      'This reminder covers locations where you may not edit reminders',
    )
}

async function nameOfGroup(tx: Tx, id: string): Promise<string> {
  const row = await tx.selectFrom('reminder_groups').select('name').where('id', '=', id).forShare().executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row.name
}
