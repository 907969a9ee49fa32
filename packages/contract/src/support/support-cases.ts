import * as z from 'zod'
import { reasonNeeded, stuckUserReasons } from '../commands/command-bodies.ts'
import { age, anyOf, list, ownFilter, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { requiredLine, requiredLines } from '../texts.ts'

export const caseStatuses = ['open', 'closed'] as const
export const CaseStatus = z.enum(caseStatuses)
export type CaseStatus = z.infer<typeof CaseStatus>

/** Spec section 9: why a rider is stuck. */
export const CaseReason = z.enum(stuckUserReasons, { error: reasonNeeded })
export type CaseReason = z.infer<typeof CaseReason>

/** A caller's problem, from the first word to the end. `S-104` is what people call it. */
export const SupportCase = z.object({
  id: Id,
  number: z.number().int(),
  status: CaseStatus,
  subject: z.string(),
  reason: CaseReason.nullable(),
  user_id: Id,
  user_name: z.string(),
  /** Null to a reader who does not see the place. */
  location_id: Id.nullable(),
  location_code: z.string().nullable(),
  location_label: z.string().nullable(),
  device_id: Id.nullable(),
  device_number: z.number().int().nullable(),
  device_type: z.string().nullable(),
  session_id: Id.nullable(),
  /** The maintenance log entry to which it was handed over. */
  log_entry_id: Id.nullable(),
  log_entry_number: z.number().int().nullable(),
  notes: z.number().int(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
  updated_at: Instant,
  closed_by_name: z.string().nullable(),
  closed_at: Instant.nullable(),
  version: z.number().int(),
})
export type SupportCase = z.infer<typeof SupportCase>

export const caseName = (number: number): string => `S-${number}`

/** `S-104`, `s104` and `104` mean case 104. */
export function caseNumberOf(text: string): number | null {
  const digits = /^(?:s-?)?(\d{1,9})$/i.exec(text)?.[1]
  return digits === undefined ? null : Number(digits)
}

export const CaseNote = z.object({
  id: Id,
  text: z.string(),
  created_by_name: z.string().nullable(),
  created_at: Instant,
})
export type CaseNote = z.infer<typeof CaseNote>

/** Notes come in the order in which they were written. */
export const SupportCaseDetails = SupportCase.omit({ notes: true }).extend({ notes: z.array(CaseNote) })
export type SupportCaseDetails = z.infer<typeof SupportCaseDetails>

export const notesAtMost = 200

const ofUser = '/support/v1/riders/:rider_id/cases'
const path = `${ofUser}/:case_id`
const CaseRef = z.strictObject({ rider_id: Id, case_id: Id })
const staleOn = ['support_case'] as const
const on = { user: 'rider_id' } as const
/** A case repeats what a rider said: it is read by people who may see personal data of that rider. */
const access = { user: ['GET_PRIVILEGED'] } as const

export const supportCases = list({
  says: { failed: 'Fetch support cases failed' },
  path: '/support/v1/cases',
  summary: 'Support cases of the riders whom the caller may help, newest first',
  access,
  staleOn,
  row: SupportCase,
  filters: {
    /** Part of the subject, or the number of the case. */
    q: searchText,
    status: anyOf(CaseStatus),
    reason: anyOf(CaseReason),
    location_id: anyOf(Id),
    user_id: ownFilter(Id.optional()),
    device_id: ownFilter(Id.optional()),
    created_at: age,
  },
  sortBy: ['created_at', 'updated_at', 'number', 'status', 'subject', 'id'],
  order: 'desc',
  exports: [
    'id',
    'number',
    'status',
    'subject',
    'reason',
    'user_name',
    'location_code',
    'location_label',
    'device_type',
    'device_number',
    'log_entry_number',
    'notes',
    'created_by_name',
    'created_at',
    'closed_by_name',
    'closed_at',
  ],
})
export const listSupportCases = supportCases.route

export const getSupportCase = route({
  method: 'GET',
  path,
  summary: 'One support case with its notes',
  says: { failed: 'Fetch support case failed' },
  access,
  on,
  staleOn,
  params: CaseRef,
  reply: SupportCaseDetails,
})

const changes = [listSupportCases, getSupportCase] as const

const fields = {
  subject: requiredLine('Subject', 3, 120),
  reason: CaseReason.nullable().default(null),
  /** The location follows the device. */
  device_id: Id.nullable().default(null),
  session_id: Id.nullable().default(null),
} as const

export const NewSupportCase = z.strictObject({
  ...fields,
  /** The first note; may be left out. */
  note: requiredLines('Note', 3, 2000).nullable().default(null),
})
export type NewSupportCase = z.output<typeof NewSupportCase>

export const createSupportCase = route({
  method: 'POST',
  path: ofUser,
  summary: 'Open a support case',
  says: { failed: 'Create support case failed', done: 'Support case opened' },
  access,
  on,
  params: z.strictObject({ rider_id: Id }),
  body: NewSupportCase,
  reply: SupportCaseDetails,
  changes,
})

export const SupportCaseBody = z.strictObject({
  ...fields,
  /** The maintenance log entry to which the case is handed over. */
  log_entry_id: Id.nullable().default(null),
})
export type SupportCaseBody = z.output<typeof SupportCaseBody>

export const updateSupportCase = route({
  method: 'PUT',
  path,
  summary: 'Update a support case',
  says: { failed: 'Update support case failed' },
  access,
  on,
  params: CaseRef,
  body: SupportCaseBody,
  needsVersion: true,
  reply: SupportCaseDetails,
  changes,
})

export const setSupportCaseStatus = route({
  method: 'PUT',
  path: `${path}/status`,
  summary: 'Close a support case, or open it again',
  says: { failed: 'Update support case failed' },
  access,
  on,
  params: CaseRef,
  body: z.strictObject({ status: CaseStatus }),
  needsVersion: true,
  reply: SupportCaseDetails,
  changes,
})

export const addCaseNote = route({
  method: 'POST',
  path: `${path}/notes`,
  summary: 'Write a note to a support case',
  says: { failed: 'Add note failed' },
  access,
  on,
  params: CaseRef,
  body: z.strictObject({ text: requiredLines('Note', 3, 2000) }),
  reply: SupportCaseDetails,
  changes,
})
