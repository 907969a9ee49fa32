import { route } from '../route.ts'
import { getUser, onUser, User } from '../users/users.ts'

/**
 * What is stored about one person, for that person (GDPR, articles 15 and 20). Sessions and payments are those that the
 * caller may see: a partner hands out what its own locations keep, the provider's staff all. Keys, payment methods, messages,
 * feedback and subscriptions ask for the rights that their screens ask; the file names the parts that it leaves out.
 */
export const exportPersonalData = route({
  method: 'GET',
  path: '/user/v1/users/:user_id/export',
  summary: 'What is stored about a user and seen by the caller, as a file; each call is recorded',
  says: { failed: 'Export user failed' },
  access: { user: ['GET_PRIVILEGED'] },
  ...onUser,
  file: 'application/json',
})

/** Erases the person and keeps the accounts: sessions and payments stay, under no name. */
export const deleteUser = route({
  method: 'DELETE',
  path: '/user/v1/users/:user_id',
  summary: 'Erase the personal data of a user; sessions and payments stay',
  says: { failed: 'Delete user failed', done: 'User deleted' },
  access: { user: ['DELETE'] },
  ...onUser,
  needsVersion: true,
  needsFreshSignIn: true,
  reply: User,
  changes: [getUser],
})
