import {
  createConsoleUser,
  disableConsoleUser,
  enableConsoleUser,
  listConsoleUsers,
  listOwnSessions,
  reinviteConsoleUser,
  revokeOwnSession,
} from '@wheelhouse/contract/console-users/console-users.ts'
import { profile, recordSignIn } from '@wheelhouse/contract/console-users/profile.ts'
import {
  endConsoleUserSessions,
  resetSecondFactor,
  updateConsoleUser,
} from '@wheelhouse/contract/console-users/console-user-edit.ts'
import { listSample, sample } from '../../../test/support/samples.ts'
import type { FeatureSamples } from '../../../test/support/samples.ts'

export const samples: FeatureSamples = {
  routes: async (_w, { organization }) => [
    sample(createConsoleUser, {
      body: { email: 'swept@people.test', name: 'Swept', organization_id: organization.id },
    }),
    sample(disableConsoleUser, { body: { reason: 'Swept away' }, isUnversioned: true }),
    sample(updateConsoleUser, {
      body: { name: 'Swept', organization_id: organization.id, position: 'Sweeper' },
    }),
    sample(endConsoleUserSessions, { body: {}, isUnversioned: true, isUnkeyed: true }),
    sample(resetSecondFactor, { isUnversioned: true, isUnkeyed: true }),
    sample(enableConsoleUser, { isUnversioned: true }),
    sample(reinviteConsoleUser, { isUnversioned: true }),
    sample(recordSignIn, { body: { event: 'sign-in' }, decidesItself: true, isUnkeyed: true }),
    sample(profile, { decidesItself: true }),
    sample(listOwnSessions, { decidesItself: true }),
    sample(revokeOwnSession, { decidesItself: true, isUnkeyed: true }),
  ],
  lists: [
    listSample(listConsoleUsers, {
      type: 'console_user',
      action: 'GET',
      rows: `select id, array['console_user ' || id] as through from console_users`,
    }),
  ],
}
