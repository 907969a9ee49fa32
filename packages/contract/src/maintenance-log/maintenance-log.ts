import * as z from 'zod'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, anyOfOrEmpty, list, ownFilter, searchText } from '../list.ts'
import { BulkReply, BulkTarget, Id, Instant, route } from '../route.ts'
import { requiredLines } from '../texts.ts'
import { LogPriority, LogResource, LogStatus, LogType } from './entry-rules.ts'
import {
  LogBulkEdit,
  LogBulkMoveBody,
  LogComment,
  LogEntry,
  LogEntryBody,
  LogEntryDetails,
  LogStatusMove,
  NewLogEntry,
} from './log-entry.ts'

const see = { location: ['GET_MAINTENANCE_LOG_ENTRIES'] } as const
/** A write answers the whole entry, so its writer must be able to see it. */
const write = { location: ['GET_MAINTENANCE_LOG_ENTRIES', 'UPDATE_MAINTENANCE_LOG_ENTRIES'] } as const
const on = { location: 'location_id' } as const
const staleOn = ['log_entry'] as const

const path = '/maintenance/v1/maintenance-log'
const placePath = '/maintenance/v1/locations/:location_id/maintenance-log'
const onePath = `${placePath}/:log_entry_id`
const PlaceRef = z.strictObject({ location_id: Id })
const Ref = z.strictObject({ location_id: Id, log_entry_id: Id })

const readFailed = { failed: 'Fetch maintenance log entries failed' } as const

export const logStates = ['open', 'closed', 'all'] as const
export const LogState = z.enum(logStates)
export type LogState = z.infer<typeof LogState>

export const logEntries = list({
  says: readFailed,
  path,
  summary: 'Maintenance log entries of the locations that the caller may see',
  access: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
  staleOn,
  row: LogEntry,
  filters: {
    /** Part of the description, the resolution, the location, or the number of the entry. */
    q: searchText,
    /** What is still to be done, what is over, or both. */
    state: ownFilter(LogState.default('open')),
    status: anyOf(LogStatus),
    priority: anyOf(LogPriority),
    type: anyOf(LogType),
    resource: anyOf(LogResource),
    location_id: anyOf(Id),
    /** In any part at a location that the reader sees. */
    organization_id: anyOf(Id),
    /** Those of a dashboard, as its charts count them. One that the reader does not see finds nothing. */
    dashboard_id: ownFilter(Id.optional()),
    /** Entries that name this device as a target. */
    device_id: ownFilter(Id.optional()),
    assignee_id: anyOfOrEmpty(Id),
    overdue: ownFilter(z.literal('yes').optional()),
    /** Due at or after, and before: what a calendar asks. */
    due_from: ownFilter(Instant.optional()),
    due_to: ownFilter(Instant.optional()),
    created_at: age,
  },
  sortBy: [
    'due_at',
    'number',
    'priority',
    'status',
    'type',
    'resource',
    'location_label',
    'assignee_name',
    'time_spent_minutes',
    'status_at',
    'created_at',
    'updated_at',
    'id',
  ],
  exports: [
    'id',
    'number',
    'location_code',
    'location_label',
    'targets',
    'description',
    'type',
    'priority',
    'resource',
    'status',
    'status_at',
    'reason',
    'resolution',
    'old_firmware_version',
    'new_firmware_version',
    'time_spent_minutes',
    'cost',
    'currency',
    'due_at',
    'is_overdue',
    'assignee_name',
    'created_by_name',
    'resolved_by_name',
    'resolved_at',
    'verified_by_name',
    'plan_name',
    'created_at',
    'updated_at',
  ],
  isSelectable: true,
})
export const listLogEntries = logEntries.route

export const LogTotals = z.object({
  entries: z.number().int(),
  overdue: z.number().int(),
  time_spent_minutes: z.number().int(),
  /** By currency; amounts of different currencies are never added. */
  costs: z.array(z.object({ currency: z.string(), cost: z.number().int() })),
  by_status: z.array(z.object({ status: LogStatus, entries: z.number().int() })),
})
export type LogTotals = z.infer<typeof LogTotals>

export const getLogTotals = route({
  method: 'GET',
  path: '/maintenance/v1/maintenance-log-totals',
  summary: 'How many entries a filter finds, and what they took in time and money',
  says: readFailed,
  access: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
  staleOn,
  query: logEntries.filter,
  reply: LogTotals,
})

export const getLogEntry = route({
  method: 'GET',
  path: onePath,
  summary: 'One maintenance log entry with its photos and comments',
  says: readFailed,
  access: see,
  staleOn,
  on,
  params: Ref,
  reply: LogEntryDetails,
})

/** What a person wrote last is offered as chips, because typing with gloves is hard. */
export const LastLogTexts = z.object({ descriptions: z.array(z.string()), comments: z.array(z.string()) })
export type LastLogTexts = z.infer<typeof LastLogTexts>
/** A longer text does not fit a chip. */
export const chipCharactersAtMost = 80

export const lastLogTexts = route({
  method: 'GET',
  path: '/maintenance/v1/last-texts',
  summary: "The caller's last short descriptions and comments, each once, newest first",
  isOwn: true,
  access: { signed_in: "one's own words" },
  reply: LastLogTexts,
})

const changes = [listLogEntries, getLogTotals, getLogEntry] as const

export const createLogEntry = route({
  method: 'POST',
  path: placePath,
  summary: 'Create a maintenance log entry at a location',
  says: { failed: 'Create log entry failed', done: 'Log entry created' },
  access: write,
  on,
  params: PlaceRef,
  body: NewLogEntry,
  reply: LogEntryDetails,
  changes: [...changes, lastLogTexts],
})

export const updateLogEntry = route({
  method: 'PUT',
  path: onePath,
  summary: 'Update a maintenance log entry',
  says: { failed: 'Update log entry failed', done: 'Log entry updated' },
  access: write,
  on,
  params: Ref,
  body: LogEntryBody,
  needsVersion: true,
  reply: LogEntryDetails,
  changes,
})

export const moveLogEntry = route({
  method: 'PUT',
  path: `${onePath}/status`,
  summary: 'Move a maintenance log entry to another status',
  says: { failed: 'Update log entry failed' },
  access: write,
  on,
  params: Ref,
  body: LogStatusMove,
  needsVersion: true,
  reply: LogEntryDetails,
  changes,
})

export const deleteLogEntry = route({
  method: 'DELETE',
  path: onePath,
  summary: 'Delete a maintenance log entry with its photos and comments',
  says: { failed: 'Delete log entry failed', done: 'Log entry deleted' },
  access: write,
  on,
  params: Ref,
  needsVersion: true,
  changes,
})

export const commentOnLogEntry = route({
  method: 'POST',
  path: `${onePath}/comments`,
  summary: 'Comment on a maintenance log entry',
  says: { failed: 'Add comment failed' },
  access: write,
  on,
  params: Ref,
  body: z.strictObject({ text: requiredLines('Comment', 3, 1000) }),
  reply: LogComment,
  changes: [...changes, lastLogTexts],
})

export const listLogEntryEvents = eventsOf(getLogEntry, see)

export const editLogEntries = route({
  method: 'POST',
  path: `${path}/edits`,
  summary: 'Set the same values in many maintenance log entries',
  says: { failed: 'Update log entry failed', done: 'Log entries updated' },
  access: write,
  body: z.strictObject({ target: BulkTarget, edit: LogBulkEdit }),
  reply: BulkReply,
  changes,
})

export const moveLogEntries = route({
  method: 'POST',
  path: `${path}/moves`,
  summary: 'Move many maintenance log entries to one status',
  says: { failed: 'Update log entry failed', done: 'Log entries updated' },
  access: write,
  body: LogBulkMoveBody,
  reply: BulkReply,
  changes,
})

export const Assignee = z.object({ id: Id, name: z.string(), organization_name: z.string().nullable() })
export type Assignee = z.infer<typeof Assignee>

export const listAssignees = route({
  method: 'GET',
  path: '/maintenance/v1/locations/:location_id/assignees',
  summary: 'People who may work on entries of a location, by name; the first 100',
  says: { failed: 'Fetch assignees failed' },
  access: write,
  on,
  params: PlaceRef,
  query: z.strictObject({ q: z.string().trim().max(100).optional() }),
  reply: z.array(Assignee),
})

export const listPresentAssignees = route({
  method: 'GET',
  path: '/maintenance/v1/present-assignees',
  summary: 'People to whom entries are assigned that the caller may see, by name; the first 100',
  says: { failed: 'Fetch assignees failed' },
  access: { location: ['GET', 'GET_MAINTENANCE_LOG_ENTRIES'] },
  staleOn: [],
  reply: z.array(Assignee),
})
