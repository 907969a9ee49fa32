import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { previewedCandidates, previewedRuns } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import { reminderConfigs, reminderGroups, reminderStatuses } from '@wheelhouse/contract/reminders/reminders.ts'
import { reminderNotices } from '@wheelhouse/contract/reminders/reminder-notices.ts'
import type { ReminderCandidate, ReminderPreview } from '@wheelhouse/contract/reminders/reminder-preview.ts'
import type { ReminderConfig, ReminderLocation } from '@wheelhouse/contract/reminders/reminders.ts'
import { nextRuns, reminderPeriods } from '@wheelhouse/contract/reminders/reminder-runs.ts'
import type { Ctx } from '../../platform/context.ts'
import { rowIsVisible } from '../../authz/visible.ts'
import { bool, instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, allOf, anyOf, anyOfBy, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { thesePlaces } from '../../lists/asked-places.ts'
import { timeListQuery } from '../../lists/time-list-query.ts'

const visibleBy = (column: RawBuilder<unknown>) => [{ type: 'reminders' as const, column }]

export const groupList = listQuery(reminderGroups, {
  from: () => sql`reminder_groups g left join organizations o on o.id = g.organization_id`,
  id: sql`g.id`,
  visibleBy: visibleBy(sql`g.id`),
  columns: () => ({
    id: uuid(sql`g.id`),
    name: text(sql`g.name`),
    description: text(sql`g.description`),
    organization_id: orNull(uuid(sql`g.organization_id`)),
    organization_name: orNull(text(sql`o.name`)),
    configs: int(sql`(select count(*)::int from reminder_configs c where c.group_id = g.id)`),
    active_configs: int(
      sql`(select count(*)::int from reminder_configs c where c.group_id = g.id and c.status = 'active')`,
    ),
    last_notice_at: orNull(
      instant(
        sql`(select n.created_at from reminder_notices n where n.group_id = g.id order by n.created_at desc, n.id desc limit 1)`,
      ),
    ),
    created_at: instant(sql`g.created_at`),
    updated_at: instant(sql`g.updated_at`),
    version: int(sql`g.version`),
  }),
  filters: () => ({ q: search(sql`g.name`, sql`g.description`), created_at: age(sql`g.created_at`) }),
})

const placeIn = (values: readonly string[], column: RawBuilder<unknown>) => ({
  by: sql`array_position(${[...values]}::text[], ${column})`,
  cast: 'int' as const,
})

export const configList = listQuery(reminderConfigs, {
  from: () => sql`reminder_configs c join reminder_groups g on g.id = c.group_id`,
  id: sql`c.id`,
  visibleBy: visibleBy(sql`c.group_id`),
  columns: ({ visible }) => ({
    id: uuid(sql`c.id`),
    group_id: uuid(sql`c.group_id`),
    group_name: text(sql`g.name`),
    status: word(sql`c.status`),
    activation_at: word(sql`c.activation_at`),
    period: word(sql`c.period`),
    min_hours: int(sql`c.min_hours`),
    subject: text(sql`c.subject`),
    message: text(sql`c.message`),
    generate_notification: bool(sql`c.generate_notification`),
    locations: json<ReminderLocation[]>(
      sql`(select coalesce(json_agg(json_build_object('id', l.id, 'code', l.code, 'label', l.label, 'time_zone', l.time_zone) order by l.code), '[]'::json)
        from reminder_config_locations x join locations l on l.id = x.location_id where x.config_id = c.id and ${visible('location', sql`l.id`)})`,
    ),
    created_at: instant(sql`c.created_at`),
    updated_at: instant(sql`c.updated_at`),
    version: int(sql`c.version`),
  }),
  filters: ({ visible }) => ({
    q: search(sql`c.subject`, sql`c.message`, sql`g.name`),
    group_id: anyOf(sql`c.group_id`, 'uuid'),
    status: anyOf(sql`c.status`),
    period: anyOf(sql`c.period`),
    // A location that the reader does not see must not be found by trying.
    location_id: anyOfBy(
      (ids) => sql<boolean>`exists (select 1 from reminder_config_locations x where x.config_id = c.id
        and x.location_id = any(${[...ids]}::uuid[]) and ${visible('location', sql`x.location_id`)})`,
    ),
    created_at: age(sql`c.created_at`),
  }),
  sorts: () => ({
    status: placeIn(reminderStatuses, sql`c.status`),
    period: placeIn(reminderPeriods, sql`c.period`),
  }),
})

export interface ConfigRef {
  reminder_group_id: string
  reminder_config_id: string
}

/** Reads a config of exactly this group, because the right was checked on the group in the address. */
export const configById = (ctx: Ctx, ref: ConfigRef): Promise<ReminderConfig> =>
  configList.get(ctx, ref.reminder_config_id, sql<boolean>`c.group_id = ${ref.reminder_group_id}::uuid`)

export const noticeList = timeListQuery(reminderNotices, {
  visibleBy: { type: 'reminders', action: 'GET', scopeType: 'reminders' },
  plan: (ctx, { group_id, group_id_not, push_status, push_status_not, location_id, location_id_not }) => {
    const conditions = [
      // A notice says who is parked where: the group's reader needs the right to that session, as in the preview.
      rowIsVisible(ctx, 'session', 'GET', 'location', sql`location_id`),
      ...(push_status ? [sql`push_status = any(${push_status}::text[])`] : []),
      ...(push_status_not ? [sql`(push_status = any(${push_status_not}::text[])) is not true`] : []),
      ...(location_id ? [sql`location_id = any(${location_id}::uuid[])`] : []),
      ...(location_id_not ? [sql`location_id <> all(${location_id_not}::uuid[])`] : []),
      ...(group_id_not ? [sql`group_id <> all(${group_id_not}::uuid[])`] : []),
    ]
    return {
      table: 'reminder_notices',
      scopeColumn: 'group_id',
      time: 'created_at',
      base: sql<boolean>`true`,
      period: sql<boolean>`true`,
      filter: allOf(conditions),
      places: thesePlaces(group_id),
      anchor: null,
      isShort: false,
      rare: null,
    }
  },
  from: (ctx) => sql`reminder_notices n join locations l on l.id = n.location_id join devices d on d.id = n.device_id
    left join users u on u.id = n.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}`,
  id: sql`n.id`,
  columns: () => ({
    id: uuid(sql`n.id`),
    group_id: uuid(sql`n.group_id`),
    config_id: uuid(sql`n.config_id`),
    session_id: uuid(sql`n.session_id`),
    location_id: uuid(sql`n.location_id`),
    location_code: word(sql`l.code`),
    location_label: text(sql`l.label`),
    device_type: word(sql`d.type`),
    device_number: int(sql`d.number`),
    user_id: orNull(uuid(sql`u.id`)),
    user_name: orNull(text(sql`u.name`)),
    subject: text(sql`n.subject`),
    run_at: instant(sql`n.run_at`),
    created_at: instant(sql`n.created_at`),
    push_status: orNull(word(sql`n.push_status`)),
  }),
})

const hourMs = 3_600_000

/** Counts only sessions that the reader may see. Of a disabled config it says what would be if it were active. */
export async function previewOf(ctx: Ctx, ref: ConfigRef): Promise<ReminderPreview> {
  const config = await configById(ctx, ref)
  const now = ctx.clock.now().getTime()
  const zones = Map.groupBy(config.locations, ({ time_zone }) => time_zone)
  const runs = [...zones].flatMap(([time_zone, places]) =>
    nextRuns(config, now, time_zone, previewedRuns).map((at) => ({ at, time_zone, locations: places.length })),
  )
  const { rows } = await sql<ReminderCandidate & { total: number }>`
    select s.id as session_id, l.id as location_id, l.code as location_code, l.label as location_label, s.device_type,
      d.number as device_number, u.name as user_name, s.started_at, count(*) over () as total
    from reminder_config_locations x join parking_sessions s on s.location_id = x.location_id and s.status <> 'ended'
      join locations l on l.id = s.location_id join devices d on d.id = s.device_id
      left join users u on u.id = s.user_id and ${rowIsVisible(ctx, 'user', 'GET', 'user', sql`u.id`)}
    where x.config_id = ${config.id}::uuid and s.status = 'active'
      and s.started_at < ${new Date(now - config.min_hours * hourMs).toISOString()}::timestamptz
      and ${rowIsVisible(ctx, 'session', 'GET', 'location', sql`s.location_id`)}
    order by s.started_at, s.id limit ${previewedCandidates}`.execute(ctx.db)
  return {
    runs: runs
      .toSorted((a, b) => a.at - b.at)
      .slice(0, previewedRuns)
      .map((run) => ({ ...run, at: new Date(run.at).toISOString() })),
    total: rows[0]?.total ?? 0,
    candidates: rows.map(({ total: _, ...candidate }) => candidate),
  }
}
