import * as z from 'zod'
import { list } from '../list.ts'
import { auditHistory, exportedEventFields } from '../events/events.ts'
import { Id, Instant, route } from '../route.ts'
import { ConsoleUserRow, listConsoleUsers, NewConsoleUser } from './console-users.ts'

const path = '/user/v1/console-users'
const ConsoleUserRef = z.strictObject({ console_user_id: Id })
const on = { console_user: 'console_user_id' } as const

/** The email is how the person signs in, so it is not edited: another one is another invitation. */
export const ConsoleUserBody = NewConsoleUser.omit({ email: true })
export type ConsoleUserBody = z.output<typeof ConsoleUserBody>

/** Another organization is as if the person were invited there: CREATE is asked in its owner group. Roles stay as they are. */
export const updateConsoleUser = route({
  method: 'PUT',
  path: `${path}/:console_user_id`,
  summary: 'Update a console user',
  says: { failed: 'Update console user failed', done: 'Console user updated' },
  access: { console_user: ['UPDATE'] },
  on,
  params: ConsoleUserRef,
  body: ConsoleUserBody,
  needsVersion: true,
  reply: ConsoleUserRow,
  changes: [listConsoleUsers],
})

/** An active sign-in of the person. */
export const ConsoleUserSession = z.object({
  id: z.string(),
  signed_in_at: Instant,
  last_used_at: Instant,
  user_agent: z.string(),
  address: z.string(),
})
export type ConsoleUserSession = z.infer<typeof ConsoleUserSession>

export const listConsoleUserSessions = route({
  method: 'GET',
  path: `${path}/:console_user_id/sessions`,
  summary: 'Signed-in sessions of a console user',
  says: { failed: 'Fetch sessions failed' },
  access: { console_user: ['DISABLE'] },
  on,
  params: ConsoleUserRef,
  reply: z.array(ConsoleUserSession),
})

/** Needs the right wherever the person holds a role, as disabling does. Tokens and streams end at once. */
export const endConsoleUserSessions = route({
  method: 'POST',
  path: `${path}/:console_user_id/signed-out`,
  summary: 'Sign a console user out, in one session or everywhere',
  says: { failed: 'Sign out failed', done: 'Signed out' },
  access: { console_user: ['DISABLE'] },
  on,
  params: ConsoleUserRef,
  body: z.strictObject({
    /** Null: everywhere. */
    session_id: z
      .string()
      .regex(/^[\w-]{8,100}$/, 'Invalid session')
      .nullable()
      .default(null),
  }),
  changes: [listConsoleUserSessions],
})

/**
 * For a person who lost the phone or the key. All sign-ins of the person end, and a mail says so. Needs the right wherever
 * the person holds a role, as disabling does.
 */
export const resetSecondFactor = route({
  method: 'DELETE',
  path: `${path}/:console_user_id/second-factor`,
  summary: 'Remove the passkeys, the authenticator app and the recovery codes of a console user',
  says: { failed: 'Reset second factor failed', done: 'Second factor reset' },
  access: { console_user: ['DISABLE'] },
  on,
  params: ConsoleUserRef,
  needsFreshSignIn: true,
  changes: [listConsoleUserSessions],
})

/** What the person did, and what was done to them; fields of things that the reader may not see are left out. */
export const consoleUserAudit = list({
  ...auditHistory,
  says: { failed: 'Fetch audit log failed' },
  staleOn: ['event', 'console_user'],
  path: `${path}/:console_user_id/audit-log`,
  summary: 'Audit log of a console user, newest first',
  access: { console_user: ['GET_AUDIT_LOG'] },
  on,
  params: ConsoleUserRef,
  exports: exportedEventFields,
})
export const listConsoleUserAudit = consoleUserAudit.route
