import { expect, test } from 'vitest'
import { listAccessKeys } from './access-keys/access-keys.ts'
import {
  addAllowlistKeys,
  addAllowlistUsers,
  allowlistEntities,
  removeAllowlistKeys,
  removeAllowlistUsers,
} from './allowlists/allowlist-entities.ts'
import {
  addAllowlistTargets,
  allowlistTargetDevices,
  allowlistTargetLocations,
  removeAllowlistTargets,
} from './allowlists/allowlist-targets.ts'
import { allowlists, createAllowlist } from './allowlists/allowlists.ts'
import { listChats } from './chats/chats.ts'
import { createConsoleUser } from './console-users/console-users.ts'
import { listUserMessages } from './messages/messages.ts'
import { createNotifierSubscription } from './notifier/notifier.ts'
import { createOrganization, organizations, updateOrganization } from './organizations/organization-details.ts'
import { changeBelongs, changeRoles, listRoles } from './permissions/permissions.ts'
import { listPersonRoles, permissionTypesActions } from './permissions/own-rights.ts'
import { changeManyBelongs } from './permissions/bulk-belongs.ts'
import { deleteUser } from './personal-data/personal-data.ts'
import { categoryWarnings } from './roles/roles.ts'
import { disableUser } from './users/users.ts'

// A guard finds each sentence of the specification somewhere in the code; here it belongs to the call that says it.
test.each([
  ['Fetch user permissions or roles failed', permissionTypesActions],
  ['Fetch user permissions or roles failed', listRoles],
  ['Fetch user permissions or roles failed', listPersonRoles],
  ['Fetch organizations failed', organizations.route],
  ['Fetch allowlists failed', allowlists.route],
  ['Fetch allowlist entities failed', allowlistEntities.route],
  ['Fetch target locations failed', allowlistTargetLocations.route],
  ['Fetch target devices failed', allowlistTargetDevices.route],
  ['Fetch access keys failed', listAccessKeys],
  ['Fetch messages failed', listUserMessages],
  ['Fetch intercom chats failed', listChats],
  ['Add targets failed', addAllowlistTargets],
  ['Remove targets failed', removeAllowlistTargets],
  ['Disable user failed', disableUser],
  ['Delete user failed', deleteUser],
  ['Create allowlist failed', createAllowlist],
  ['Add entities failed', addAllowlistUsers],
  ['Add entities failed', addAllowlistKeys],
  ['Remove entity failed', removeAllowlistUsers],
  ['Remove entity failed', removeAllowlistKeys],
  ['Changing permissions failed', changeBelongs],
  ['Changing permissions failed', changeManyBelongs],
  ['Create organization failed', createOrganization],
  ['Update organization failed', updateOrganization],
  ['Create notifier subscription failed', createNotifierSubscription],
  ['Create console user failed', createConsoleUser],
  ['Save roles failed', changeRoles],
])('spec 8: %s', (sentence, { says }) => {
  expect(says?.failed).toBe(sentence)
})

test.each([
  ['Targets added successfully', addAllowlistTargets],
  ['Targets removed', removeAllowlistTargets],
  ['Organization created', createOrganization],
  ['Organization updated', updateOrganization],
  ['User roles saved', changeRoles],
])('spec 8, success: %s', (sentence, { says }) => {
  expect(says?.done).toBe(sentence)
})

test('spec 6: what each category of roles is for is said before one gives such a role', () => {
  expect(categoryWarnings).toEqual({
    END_CLIENT: expect.stringMatching(/^Default access/),
    PARTNER: expect.stringMatching(/distributor's first-line support.*privacy laws/),
    PARTNER_TECH: 'Only for trained operators.',
    INTERNAL: "Only for the provider's staff.",
    SYSTEM_INTERNAL: 'Must not be given to anyone.',
  })
})
