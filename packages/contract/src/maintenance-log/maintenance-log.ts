import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { Currency } from '../currencies.ts'
import { eventsOf } from '../events/events.ts'
import { age, anyOf, anyOfOrEmpty, list, ownFilter, searchText } from '../list.ts'
import { BulkReply, BulkTarget, Id, Instant, route } from '../route.ts'
import { withRules } from '../rules.ts'
import { line, lines, requiredLines } from '../texts.ts'
import {
  firstLogStatuses,
  LogPriority,
  LogResource,
  LogStatus,
  LogType,
  needsFirmware,
  reasonOfStatus,
  reasonWords,
} from './entry-rules.ts'

/** A dock, a controller or another device that the work is about. */
export const LogTarget = z.object({ id: Id, type: z.string(), number: z.number().int() })
export type LogTarget = z.infer<typeof LogTarget>

const Person = Id.nullable()
const Name = z.string().nullable()

export const LogEntry = z.object({
  id: Id,
  /** `M-2291` is what people call it. */
  number: z.number().int(),
  location_id: Id,
  location_code: z.string(),
  location_label: z.string(),
  time_zone: z.string(),
  /** In the order of the location; none means the whole location. */
  targets: z.array(LogTarget),
  description: z.string(),
  type: LogType,
  priority: LogPriority,
  resource: LogResource,
  status: LogStatus,
  status_at: Instant,
  /** Why it is blocked. May be empty. */
  reason: z.string(),
  /** How it was resolved or why it was cancelled. May be empty. */
  resolution: z.string(),
  old_firmware_version: z.string(),
  new_firmware_version: z.string(),
  time_spent_minutes: z.number().int(),
  /** Minor units of the currency. */
  cost: z.number().int().nullable(),
  currency: z.string().nullable(),
  due_at: Instant,
  /** False: it follows the priority. */
  is_due_chosen: z.boolean(),
  is_overdue: z.boolean(),
  assignee_id: Person,
  assignee_name: Name,
  created_by: Person,
  created_by_name: Name,
  resolved_by: Person,
  resolved_by_name: Name,
  resolved_at: Instant.nullable(),
  verified_by: Person,
  verified_by_name: Name,
  /** The recurring job or the rule that made it. */
  plan_id: Id.nullable(),
  plan_name: Name,
  photos: z.number().int(),
  comments: z.number().int(),
  created_at: Instant,
  updated_at: Instant,
  version: z.number().int(),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Minutes of a year of working days: more is a mistake of typing. */
export const minutesAtMost = 120_000
export const costAtMost = 99_999_999_999
export const targetsAtMost = 200

const fields = {
  /** Spec section 9: at least 10 characters. */
  description: requiredLines('Description', 10, 4000),
  type: LogType,
  priority: LogPriority,
  resource: LogResource,
  /** None: the whole location. */
  target_ids: z.array(Id).max(targetsAtMost, `Targets: at most ${targetsAtMost}`).default([]),
  assignee_id: Id.nullable().default(null),
  /** Null: by its priority. */
  due_at: Instant.nullable().default(null),
  old_firmware_version: line('Old firmware version', 40).default(''),
  new_firmware_version: line('New firmware version', 40).default(''),
  time_spent_minutes: z
    .int('Time spent: hours and minutes')
    .min(0, 'Time spent: not negative')
    .max(minutesAtMost, 'Time spent: at most 2,000 hours')
    .default(0),
  cost: z
    .int('Cost: decimal numbers only')
    .min(0, 'Cost: not negative')
    .max(costAtMost, 'Cost: too high')
    .nullable()
    .default(null),
  currency: Currency.nullable().default(null),
} as const

type Refuse<Field> = (field: Field, message: string) => void

/** Undefined is a field that was refused by itself. */
interface Checked {
  type: LogType | undefined
  old_firmware_version: string | undefined
  new_firmware_version: string | undefined
  cost: number | null | undefined
  currency: string | null | undefined
}

function checkEntry(body: Checked, refuse: Refuse<keyof Checked>): void {
  if (body.type !== undefined && needsFirmware(body.type)) {
    if (body.old_firmware_version === '') refuse('old_firmware_version', 'Old firmware version is required')
    if (body.new_firmware_version === '') refuse('new_firmware_version', 'New firmware version is required')
  }
  if (body.cost !== null && body.currency === null) refuse('currency', 'Currency is required')
}

/** What an edit writes. The status moves by a separate call. */
export const LogEntryBody = withRules(z.strictObject(fields), checkEntry)
export type LogEntryBody = z.output<typeof LogEntryBody>
export const logEntryFields = keysOf(fields)

/** The same bounds for both kinds of reason; which one is required says the status (`reasonOfStatus`). */
const reasons = {
  reason: lines('Reason', 500).default(''),
  resolution: lines('Resolution reason', 500).default(''),
} as const

interface CheckedReason {
  status: LogStatus | undefined
  reason: string | undefined
  resolution: string | undefined
}

function checkReason(body: CheckedReason, refuse: Refuse<'reason' | 'resolution'>): void {
  const field = body.status === undefined ? null : reasonOfStatus[body.status]
  if (field === null) return
  const { error } = requiredLines(reasonWords[field], 3, 500).safeParse(body[field])
  if (error) refuse(field, error.issues[0]?.message ?? `${reasonWords[field]} is required`)
}

export const NewLogEntry = withRules(
  z.strictObject({ ...fields, status: z.enum(firstLogStatuses, 'Status is required').default('new'), ...reasons }),
  (body, refuse) => {
    checkEntry(body, refuse)
    checkReason(body, refuse)
    if (body.status === 'assigned' && body.assignee_id === null) refuse('assignee_id', 'Assignee is required')
  },
)
export type NewLogEntry = z.output<typeof NewLogEntry>

export const LogStatusMove = withRules(
  z.strictObject({
    status: LogStatus,
    ...reasons,
    /** Added to the time that is written already: what the last visit took. */
    add_minutes: z.int().min(0).max(minutesAtMost).default(0),
  }),
  checkReason,
)
export type LogStatusMove = z.output<typeof LogStatusMove>

/** What a move of many says besides its entries. */
export const LogBulkMove = withRules(z.strictObject({ status: LogStatus, ...reasons }), checkReason)

export const LogPhoto = z.object({
  id: Id,
  /** An address of these services without their host, valid for some minutes. */
  url: z.string(),
  width: z.number().int(),
  height: z.number().int(),
  created_by_name: Name,
  created_at: Instant,
})
export type LogPhoto = z.infer<typeof LogPhoto>

export const LogComment = z.object({ id: Id, text: z.string(), created_by_name: Name, created_at: Instant })
export type LogComment = z.infer<typeof LogComment>

/** Newest last, as many as are kept. */
export const LogEntryDetails = LogEntry.omit({ photos: true, comments: true }).extend({
  photos: z.array(LogPhoto),
  comments: z.array(LogComment),
})
export type LogEntryDetails = z.infer<typeof LogEntryDetails>

export const photosAtMost = 20
export const commentsAtMost = 200

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
  summary: "The caller's last short descriptions and comments, each once, the newest first",
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

/** What an edit of many may set; what it leaves out stays as it is in each of them. */
export const LogBulkEdit = z
  .strictObject({
    priority: LogPriority.optional(),
    resource: LogResource.optional(),
    /** Null takes the entries from their people. */
    assignee_id: Id.nullable().optional(),
    /** Null: by priority again. */
    due_at: Instant.nullable().optional(),
  })
  .refine((edit) => Object.keys(edit).length > 0, 'Choose what to change')
export type LogBulkEdit = z.output<typeof LogBulkEdit>

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
  body: withRules(z.strictObject({ target: BulkTarget, status: LogStatus, ...reasons }), checkReason),
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
