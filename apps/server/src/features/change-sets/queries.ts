import { sql } from 'kysely'
import { certain } from '@wheelhouse/contract/certain.ts'
import { changeSetDevices } from '@wheelhouse/contract/change-sets/change-set-devices.ts'
import { changeSets } from '@wheelhouse/contract/change-sets/change-sets.ts'
import { collated, instant, int, json, orNull, text, uuid, word } from '../../lists/columns.ts'
import { age, anyOf, own, search } from '../../lists/list-filters.ts'
import { listQuery } from '../../lists/list-query.ts'
import { changeSetVisible, deviceVisible } from './change-set-rows.ts'

const named = sql`change_sets s left join console_users p on p.id = s.planned_by left join console_users b on b.id = s.started_by
  left join config_templates t on t.id = s.template_id`

const counted = sql`lateral (select count(*) as devices, count(*) filter (where state = 'skipped') as skipped,
    count(*) filter (where state = 'waiting') as waiting, count(*) filter (where state in ('sent', 'checking')) as under_way,
    count(*) filter (where state = 'done') as done, count(*) filter (where state = 'failed') as failed, coalesce(max(wave), 0) as waves,
    count(*) filter (where rollback = 'done') as rolled_back, count(*) filter (where rollback = 'failed') as rollback_failed
  from change_set_devices where change_set_id = s.id) c`

const nextWaveAt = sql`case when s.status = 'running' and c.waiting > 0 then s.wave_ended_at + make_interval(secs => s.pause_s) end`

export const changeSetList = listQuery(changeSets, {
  from: () => sql`${named} cross join ${counted}`,
  id: sql`s.id`,
  visibleBy: [],
  where: ({ ctx }) => changeSetVisible({ person: certain(ctx.person) }, sql`s`),
  columns: () => ({
    id: uuid(sql`s.id`),
    name: text(sql`s.name`),
    kind: word(sql`s.kind`),
    status: word(sql`s.status`),
    halt: orNull(word(sql`s.halt`)),
    comment: text(sql`s.comment`),
    template_id: orNull(uuid(sql`s.template_id`)),
    template_name: orNull(text(sql`t.name`)),
    template_version: orNull(int(sql`s.template_version`)),
    channel: orNull(word(sql`s.channel`)),
    wave_size: int(sql`s.wave_size`),
    pause_s: int(sql`s.pause_s`),
    max_failed_percent: int(sql`s.max_failed_percent`),
    healthy_within_s: int(sql`s.healthy_within_s`),
    wave: orNull(int(sql`s.wave`)),
    waves: int(sql`c.waves`),
    next_wave_at: orNull(instant(nextWaveAt)),
    devices: int(sql`c.devices`),
    skipped: int(sql`c.skipped`),
    waiting: int(sql`c.waiting`),
    under_way: int(sql`c.under_way`),
    done: int(sql`c.done`),
    failed: int(sql`c.failed`),
    rolled_back: int(sql`c.rolled_back`),
    rollback_failed: int(sql`c.rollback_failed`),
    planned_by_name: orNull(text(sql`p.name`)),
    planned_at: instant(sql`s.planned_at`),
    started_by_name: orNull(text(sql`b.name`)),
    started_at: orNull(instant(sql`s.started_at`)),
    ended_at: orNull(instant(sql`s.ended_at`)),
  }),
  filters: () => ({
    q: search(sql`s.name`, sql`s.comment`),
    id: own((id: string | undefined) => sql<boolean>`s.id = ${id}::uuid`),
    status: anyOf(sql`s.status`),
    kind: anyOf(sql`s.kind`),
    planned_at: age(sql`s.planned_at`),
  }),
})

export const changeSetDeviceList = listQuery(changeSetDevices, {
  from: () => sql`change_set_devices i join change_sets s on s.id = i.change_set_id join hardware h on h.hardware_id = i.hardware_id
    left join devices d on d.id = i.device_id left join locations l on l.id = i.location_id left join rental_devices v on v.id = i.rental_device_id`,
  id: sql`i.id`,
  visibleBy: [],
  // The planner held the right over each device, in stock too; other readers see those of their places and fleets.
  where: ({ ctx, person }) =>
    sql<boolean>`(${deviceVisible({ person: certain(ctx.person) })}
      or i.location_id is null and i.fleet_id is null and s.planned_by = ${person})`,
  columns: () => ({
    id: uuid(sql`i.id`),
    change_set_id: uuid(sql`s.id`),
    change_set_name: text(sql`s.name`),
    hardware_id: word(sql`i.hardware_id`),
    device_type: word(sql`coalesce(d.type, h.type)`),
    device_id: orNull(uuid(sql`d.id`)),
    device_number: orNull(int(sql`d.number`)),
    location_id: orNull(uuid(sql`l.id`)),
    location_code: orNull(word(sql`l.code`)),
    location_label: orNull(text(sql`l.label`)),
    rental_device_id: orNull(uuid(sql`v.id`)),
    rental_code: orNull(word(sql`v.code`)),
    wave: orNull(int(sql`i.wave`)),
    state: word(sql`i.state`),
    failure: orNull(text(sql`i.failure`)),
    changes: json(sql`i.changes`),
    begun_at: orNull(instant(sql`i.begun_at`)),
    applied_at: orNull(instant(sql`i.applied_at`)),
    ended_at: orNull(instant(sql`i.ended_at`)),
    rollback: orNull(word(sql`i.rollback`)),
    rollback_failure: orNull(text(sql`i.rollback_failure`)),
    rollback_ended_at: orNull(instant(sql`i.rollback_ended_at`)),
  }),
  filters: () => ({
    q: search(sql`i.hardware_id`, sql`l.label`, sql`l.code`, sql`v.code`),
    change_set_id: own((id: string | undefined) => sql<boolean>`i.change_set_id = ${id}::uuid`),
    hardware_id: own((id: string | undefined) => sql<boolean>`i.hardware_id = ${id}`),
    state: anyOf(sql`i.state`),
  }),
  sorts: () => ({
    position: { by: sql`i.position`, cast: 'int' },
    location_label: {
      by: collated(sql`concat(l.label, v.code, ' ', lpad(coalesce(d.number, 0)::text, 6, '0'))`),
      cast: 'text',
    },
  }),
})
