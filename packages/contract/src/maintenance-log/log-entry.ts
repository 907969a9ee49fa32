import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { Currency } from '../currencies.ts'
import { BulkTarget, Id, Instant } from '../route.ts'
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
export const LogBulkMoveBody = withRules(
  z.strictObject({ target: BulkTarget, status: LogStatus, ...reasons }),
  checkReason,
)

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
