import * as z from 'zod'
import { keysOf } from '../certain.ts'
import { line, lines, requiredLine, requiredLines } from '../texts.ts'
import { declareFields, eachOf, exportedOf, fieldKinds, repliesOf } from '../fields.ts'
import type { FieldFacts, FieldWith } from '../fields.ts'
import { age, anyOf, anyOfOrEmpty, list, searchText } from '../list.ts'
import { Id, Instant, route } from '../route.ts'
import { ConsoleUser } from './profile.ts'

export const consoleUserStatuses = ['active', 'disabled'] as const
export const ConsoleUserStatus = z.enum(consoleUserStatuses)

/** A service account is a script of an organization, with roles like a person's. */
export const consoleUserKinds = ['person', 'service'] as const
export const ConsoleUserKind = z.enum(consoleUserKinds)

const Email = z.string().trim().max(254).pipe(z.email('Invalid email address'))

/** E.164, or nothing. */
export const Phone = z.union([z.literal(''), z.string().regex(/^\+[1-9]\d{6,14}$/, 'Invalid phone number')])

interface ConsoleUserFacts extends FieldFacts {
  /** Given by the invitation and never edited. */
  isFixed?: true
}
const kinds = fieldKinds<ConsoleUserFacts>()

/**
 * Every field that people write, a line each; what is optional has a default. Reply, bodies, columns of the file, labels and the
 * empty form derive from it.
 */
export const consoleUserFields = declareFields({
  /** How the person signs in: another one is another invitation. */
  email: kinds.text(Email, { label: 'Email', isFixed: true, exported: 'in_row' }),
  /** Mails contain it, so it must not be able to add lines to them. */
  name: kinds.text(requiredLine('Name', 1, 100), { label: 'Name', exported: 'in_row' }),
  organization_id: kinds.reference(Id, { label: 'Organization', exported: 'in_row' }),
  position: kinds.text(line('Position', 100).default(''), { label: 'Position' }),
  phone: kinds.text(Phone.default(''), { label: 'Phone' }),
  comment: kinds.text(lines('Comment', 2000).default(''), { label: 'Comment', exported: 'no' }),
})
type Fields = typeof consoleUserFields
export type ConsoleUserField = keyof Fields
/** A field that an edit may change. */
export type EditedConsoleUserField = Exclude<ConsoleUserField, FieldWith<Fields, { isFixed: true }>>

export const consoleUserFieldNames = keysOf(consoleUserFields)
const factsOf = (name: ConsoleUserField): ConsoleUserFacts => consoleUserFields[name]
export const editedConsoleUserFields = consoleUserFieldNames.filter(
  (name): name is EditedConsoleUserField => factsOf(name).isFixed !== true,
)
export const consoleUserLabels: Record<ConsoleUserField, string> = eachOf(consoleUserFields, 'label')
export const blankConsoleUser: Record<ConsoleUserField, unknown> = eachOf(consoleUserFields, 'blank')
/** The columns of the file that the list does not name itself. */
export const consoleUserExports = exportedOf(consoleUserFields)

/** Staff of the provider or of a partner, as an administrator sees them (spec section 3). */
export const ConsoleUserRow = z.object({
  ...ConsoleUser.shape,
  kind: ConsoleUserKind,
  ...repliesOf(consoleUserFields),
  status: ConsoleUserStatus,
  disabled_reason: z.string().nullable(),
  created_at: Instant,
  version: z.number().int(),
})
export type ConsoleUserRow = z.infer<typeof ConsoleUserRow>

const ConsoleUserRef = z.strictObject({ console_user_id: Id })

export const consoleUsers = list({
  says: { failed: 'Fetch console users failed' },
  path: '/user/v1/console-users',
  summary: 'Console users that the caller may see',
  access: { console_user: ['GET'] },
  row: ConsoleUserRow,
  filters: {
    /** Part of the name, the email or the position. */
    q: searchText,
    organization_id: anyOfOrEmpty(Id),
    status: anyOf(ConsoleUserStatus),
    kind: anyOf(ConsoleUserKind),
    last_signed_in_at: age,
    created_at: age,
  },
  sortBy: ['name', 'email', 'organization_name', 'position', 'status', 'last_signed_in_at', 'created_at'],
  exports: [
    'id',
    'kind',
    'name',
    'email',
    ...consoleUserExports,
    'organization_name',
    'status',
    'disabled_reason',
    'last_signed_in_at',
    'created_at',
  ],
})
export const listConsoleUsers = consoleUsers.route
export const exportConsoleUsers = consoleUsers.csv

export const getConsoleUser = route({
  method: 'GET',
  path: '/user/v1/console-users/:console_user_id',
  summary: 'One console user',
  says: { failed: 'Fetch console user failed' },
  access: { console_user: ['GET'] },
  on: { console_user: 'console_user_id' },
  params: ConsoleUserRef,
  reply: ConsoleUserRow,
})

export const NewConsoleUser = z.strictObject(eachOf(consoleUserFields, 'schema'))
export type NewConsoleUser = z.output<typeof NewConsoleUser>

/** CREATE must be held in the owner group of the organization (rights). The invitation is mailed after the commit. */
export const createConsoleUser = route({
  method: 'POST',
  path: '/user/v1/console-users',
  summary: 'Invite a console user',
  says: { failed: 'Create console user failed', done: 'Invitation sent' },
  access: { console_user: ['CREATE'] },
  body: NewConsoleUser,
  reply: ConsoleUserRow,
  changes: [listConsoleUsers],
})

/** Spec section 4: a console user can be reinvited; the link before is void. */
export const reinviteConsoleUser = route({
  method: 'POST',
  path: '/user/v1/console-users/:console_user_id/invitation',
  summary: 'Invite a console user again',
  says: { failed: 'Reinvite console user failed', done: 'Invitation sent' },
  access: { console_user: ['CREATE'] },
  on: { console_user: 'console_user_id' },
  params: ConsoleUserRef,
  changes: [listConsoleUsers],
})

/** Characters of the reason for disabling. */
export const reasonAtLeast = 3

/** Spec section 5: disabling needs a reason. Signs the person out everywhere. */
export const disableConsoleUser = route({
  method: 'PUT',
  path: '/user/v1/console-users/:console_user_id/disabled',
  summary: 'Disable a console user',
  says: { failed: 'Disable console user failed' },
  access: { console_user: ['DISABLE'] },
  on: { console_user: 'console_user_id' },
  params: ConsoleUserRef,
  body: z.strictObject({ reason: requiredLines('Reason', reasonAtLeast, 500) }),
  reply: ConsoleUserRow,
  changes: [listConsoleUsers],
})

export const enableConsoleUser = route({
  method: 'DELETE',
  path: '/user/v1/console-users/:console_user_id/disabled',
  summary: 'Enable a console user again',
  says: { failed: 'Enable console user failed' },
  access: { console_user: ['DISABLE'] },
  on: { console_user: 'console_user_id' },
  params: ConsoleUserRef,
  reply: ConsoleUserRow,
  changes: [listConsoleUsers],
})

/** An active sign-in of the caller. */
export const SignedInSession = z.object({
  id: z.string(),
  signed_in_at: Instant,
  last_used_at: Instant,
  user_agent: z.string(),
  address: z.string(),
  /** The one that asks. */
  is_this: z.boolean(),
})

export const listOwnSessions = route({
  method: 'GET',
  path: '/user/v1/profile/sessions',
  summary: "The caller's own signed-in sessions",
  isOwn: true,
  access: { signed_in: "one's own" },
  reply: z.array(SignedInSession),
})

export const revokeOwnSession = route({
  method: 'DELETE',
  path: '/user/v1/profile/sessions/:session_id',
  summary: "End one of the caller's own signed-in sessions",
  says: { failed: 'Sign out session failed' },
  access: { signed_in: "one's own" },
  params: z.strictObject({ session_id: z.string().regex(/^[\w-]{8,100}$/) }),
  changes: [listOwnSessions],
})
