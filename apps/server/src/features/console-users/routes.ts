import {
  consoleUsers,
  createConsoleUser,
  disableConsoleUser as disable,
  enableConsoleUser as enable,
  getConsoleUser,
  listOwnSessions,
  reinviteConsoleUser as reinvite,
  revokeOwnSession,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { profile, recordSignIn } from '@wheelhouse/contract/console-users/profile.ts'
import {
  endConsoleUserSessions,
  listConsoleUserSessions,
  resetSecondFactor,
  updateConsoleUser as update,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { serveConsoleUserAudit } from '../events/serve-audit.ts'
import { serveList } from '../../lists/serve-list.ts'
import { serve } from '../../http/serve.ts'
import type { On } from '../../http/serve.ts'
import { openAccounts } from '../../platform/accounts.ts'
import {
  disableConsoleUser,
  enableConsoleUser,
  inviteConsoleUser,
  reinviteConsoleUser,
  updateConsoleUser,
} from './console-users.ts'
import { ownRow, recordOwnSignIn } from './own-row.ts'
import { endSessions, resetSecondFactorOf, sessionsOf } from './person-accounts.ts'
import { consoleUserList } from './queries.ts'

export function consoleUserRoutes(on: On): void {
  const accounts = openAccounts(on.deps.config)
  serve(on, profile, (_input, ctx) => ownRow(ctx))
  serve(on, recordSignIn, ({ params }, ctx) => recordOwnSignIn(ctx, params.id))
  serveList(on, consoleUsers, consoleUserList)
  serve(on, getConsoleUser, ({ params }, ctx) => consoleUserList.get(ctx, params.console_user_id))
  serve(on, createConsoleUser, ({ body }, ctx) => inviteConsoleUser(ctx, body))
  serve(on, reinvite, async ({ params }, ctx) => void (await reinviteConsoleUser(ctx, params.console_user_id)))
  serve(on, disable, ({ params, body }, ctx) => disableConsoleUser(ctx, params.console_user_id, body.reason))
  serve(on, enable, ({ params }, ctx) => enableConsoleUser(ctx, params.console_user_id))
  serve(on, update, ({ params, body, version }, ctx) => updateConsoleUser(ctx, params.console_user_id, body, version))
  serve(on, listConsoleUserSessions, ({ params }, ctx) => sessionsOf(ctx, params.console_user_id))
  serve(
    on,
    endConsoleUserSessions,
    async ({ params, body }, ctx) => void (await endSessions(ctx, params.console_user_id, body.session_id)),
  )
  serve(on, resetSecondFactor, async ({ params }, ctx) => void (await resetSecondFactorOf(ctx, params.console_user_id)))
  serveConsoleUserAudit(on)
  serve(on, listOwnSessions, async (_input, { person }) => {
    const sessions = await accounts.sessionsOf(person.id)
    return sessions.map((session) => ({ ...session, is_this: session.id === person.session_id }))
  })
  serve(on, revokeOwnSession, ({ params }, { person }) => accounts.revokeSession(person.id, params.session_id))
}
