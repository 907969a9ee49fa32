import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, list, searchText } from '../list.ts'
import { BulkReply, BulkTarget, Id, Instant, route } from '../route.ts'
import { requiredLine, requiredLines, withHttpsLinks } from '../texts.ts'
import { wallTime } from '../wall-clock.ts'
import { ReminderPeriod } from './reminder-runs.ts'

export const reminderStatuses = ['active', 'disabled'] as const
export const ReminderStatus = z.enum(reminderStatuses, 'Status is required')
export type ReminderStatus = z.infer<typeof ReminderStatus>

export const ReminderGroup = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  organization_id: Id.nullable(),
  organization_name: z.string().nullable(),
  configs: z.number().int(),
  active_configs: z.number().int(),
  /** When someone was reminded last. */
  last_notice_at: Instant.nullable(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type ReminderGroup = z.infer<typeof ReminderGroup>

export const ReminderGroupBody = z.strictObject({
  name: requiredLine('Name', 3, 64),
  description: requiredLines('Description', 10, 500),
})
export type ReminderGroupBody = z.output<typeof ReminderGroupBody>
export const reminderGroupFields = ReminderGroupBody.keyof().options

export const ReminderLocation = z.object({ id: Id, code: z.string(), label: z.string(), time_zone: z.string() })
export type ReminderLocation = z.infer<typeof ReminderLocation>

export const ReminderConfig = z.object({
  id: Id,
  group_id: Id,
  group_name: z.string(),
  status: ReminderStatus,
  /** On the wall of each location: `2026-01-31T09:00`. */
  activation_at: z.string(),
  period: ReminderPeriod,
  min_hours: z.number().int(),
  subject: z.string(),
  message: z.string(),
  generate_notification: z.boolean(),
  /** Those that the reader may see, by code. */
  locations: z.array(ReminderLocation),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type ReminderConfig = z.infer<typeof ReminderConfig>

export const locationsAtMost = 1_000
const LocationIds = z
  .array(Id, 'Pick at least one location')
  .min(1, 'Pick at least one location')
  .max(locationsAtMost, `Affected locations: at most ${locationsAtMost}`)

const configFields = {
  status: ReminderStatus,
  activation_at: wallTime('Activation at'),
  period: ReminderPeriod,
  min_hours: z
    .int('Minimum time parked is required')
    .min(1, 'Minimum time parked: at least 1 hour')
    .max(8760, 'Minimum time parked: at most 8760 hours'),
  subject: withHttpsLinks(requiredLine('Subject', 3, 80)),
  message: withHttpsLinks(requiredLines('Message', 10, 500)),
  generate_notification: z.boolean(),
  location_ids: LocationIds,
} as const

export const ReminderConfigBody = z.strictObject(configFields)
export type ReminderConfigBody = z.output<typeof ReminderConfigBody>
/** The edit of many without its target, for the form. */
export const ReminderBulkFields = ReminderConfigBody.partial()
export const reminderConfigFields = ReminderConfigBody.keyof().options

/** What an edit of many may set; what it leaves out stays as it is in each of them. */
const bulkFields = ReminderBulkFields.shape
export type ReminderBulkEdit = Partial<ReminderConfigBody>

const groupsPath = '/reminder/v1/reminder-groups'
const groupPath = `${groupsPath}/:reminder_group_id`
const configsPath = '/reminder/v1/reminder-configs'
const GroupRef = z.strictObject({ reminder_group_id: Id })
const on = { reminders: 'reminder_group_id' } as const
const configPath = `${groupPath}/reminder-configs/:reminder_config_id`
const ConfigRef = z.strictObject({ reminder_group_id: Id, reminder_config_id: Id })

export const reminderGroups = list({
  says: { failed: 'Fetch reminder config groups failed' },
  path: groupsPath,
  summary: 'Groups of reminder configs that the caller may see',
  access: { reminders: ['GET'] },
  row: ReminderGroup,
  filters: {
    /** Part of the name or the description. */
    q: searchText,
    created_at: age,
  },
  sortBy: [
    'name',
    'configs',
    'active_configs',
    'organization_name',
    'last_notice_at',
    'created_at',
    'updated_at',
    'id',
  ],
  exports: [
    'id',
    'name',
    'description',
    'organization_name',
    'configs',
    'active_configs',
    'last_notice_at',
    'created_at',
  ],
})
export const listReminderGroups = reminderGroups.route

export const reminderConfigs = list({
  says: { failed: 'Fetch reminder configs failed' },
  path: configsPath,
  summary: 'Reminder configs of the groups that the caller may see',
  access: { reminders: ['GET'] },
  row: ReminderConfig,
  filters: {
    /** Part of the subject, the message or the name of the group. */
    q: searchText,
    group_id: anyOf(Id),
    status: anyOf(ReminderStatus),
    period: anyOf(ReminderPeriod),
    location_id: anyOf(Id),
    created_at: age,
  },
  sortBy: ['subject', 'group_name', 'status', 'activation_at', 'period', 'min_hours', 'created_at', 'updated_at', 'id'],
  exports: [
    'id',
    'group_name',
    'subject',
    'message',
    'status',
    'activation_at',
    'period',
    'min_hours',
    'generate_notification',
    'locations',
    'created_at',
    'updated_at',
  ],
  isSelectable: true,
})
export const listReminderConfigs = reminderConfigs.route

export const getReminderGroup = route({
  method: 'GET',
  path: groupPath,
  summary: 'One group of reminder configs',
  says: { failed: 'Fetch reminder config group failed' },
  access: { reminders: ['GET'] },
  on,
  params: GroupRef,
  reply: ReminderGroup,
})

const groupChanges = [listReminderGroups, listReminderConfigs] as const

/** CREATE must be held in the owner group of the creator's organization, in which the group is born (rights). */
export const createReminderGroup = route({
  method: 'POST',
  path: groupsPath,
  summary: 'Create a group of reminder configs',
  says: { failed: 'Create reminder config group failed', done: 'Reminder group created' },
  access: { reminders: ['CREATE'] },
  body: ReminderGroupBody,
  reply: ReminderGroup,
  changes: groupChanges,
})

export const updateReminderGroup = route({
  method: 'PUT',
  path: groupPath,
  summary: 'Update a group of reminder configs',
  says: { failed: 'Update reminder config group failed', done: 'Reminder group updated' },
  access: { reminders: ['UPDATE'] },
  on,
  params: GroupRef,
  body: ReminderGroupBody,
  needsVersion: true,
  reply: ReminderGroup,
  changes: groupChanges,
})

export const deleteReminderGroup = route({
  method: 'DELETE',
  path: groupPath,
  summary: 'Delete a group with its reminder configs and its history',
  says: { failed: 'Delete reminder config group failed', done: 'Reminder group deleted' },
  access: { reminders: ['DELETE'] },
  on,
  params: GroupRef,
  needsVersion: true,
  changes: groupChanges,
})

export const listReminderGroupEvents = eventsOf(getReminderGroup, { reminders: ['UPDATE'] })

export const getReminderConfig = route({
  method: 'GET',
  path: configPath,
  summary: 'One reminder config',
  says: { failed: 'Fetch reminder configs failed' },
  access: { reminders: ['GET'] },
  on,
  params: ConfigRef,
  reply: ReminderConfig,
})

/** Adding to a group is an edit of the group. */
export const createReminderConfig = route({
  method: 'POST',
  path: `${groupPath}/reminder-configs`,
  summary: 'Create a reminder config in a group',
  says: { failed: 'Create reminder config failed', done: 'Reminder created' },
  access: { reminders: ['UPDATE'] },
  on,
  params: GroupRef,
  body: ReminderConfigBody,
  reply: ReminderConfig,
  changes: groupChanges,
})

export const updateReminderConfig = route({
  method: 'PUT',
  path: configPath,
  summary: 'Update a reminder config',
  says: { failed: 'Update reminder config failed', done: 'Reminder updated' },
  access: { reminders: ['UPDATE'] },
  on,
  params: ConfigRef,
  body: ReminderConfigBody,
  needsVersion: true,
  reply: ReminderConfig,
  changes: groupChanges,
})

export const switchReminderConfig = route({
  method: 'PUT',
  path: `${configPath}/status`,
  summary: 'Activate or disable a reminder config',
  says: { failed: 'Update reminder config failed' },
  access: { reminders: ['UPDATE'] },
  on,
  params: ConfigRef,
  body: z.strictObject({ status: ReminderStatus }),
  needsVersion: true,
  reply: ReminderConfig,
  changes: groupChanges,
})

export const deleteReminderConfig = route({
  method: 'DELETE',
  path: configPath,
  summary: 'Delete a reminder config; its history stays',
  says: { failed: 'Delete reminder config failed', done: 'Reminder deleted' },
  access: { reminders: ['DELETE'] },
  on,
  params: ConfigRef,
  needsVersion: true,
  changes: groupChanges,
})

/** Spec section 5: a bulk reminder edit overwrites differing values. */
export const editReminderConfigs = route({
  method: 'POST',
  path: `${configsPath}/edits`,
  summary: 'Set the same values in many reminder configs',
  says: { failed: 'Update reminder config failed', done: 'Reminders updated' },
  access: { reminders: ['UPDATE'] },
  body: z
    .strictObject({ target: BulkTarget, ...bulkFields })
    .refine((edit) => Object.keys(edit).length > 1, 'Choose what to change'),
  reply: BulkReply,
  changes: groupChanges,
})
