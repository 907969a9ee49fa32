import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { deletedUserName } from '@wheelhouse/contract/users/users.ts'
import type { User } from '@wheelhouse/contract/users/users.ts'
import type { Ctx, Db } from '../../platform/context.ts'
import { assertVersion } from '../../http/versions.ts'
import { eraseNameInEvents, personActor } from '../../journal/audit.ts'
import { write } from '../../journal/write.ts'
import { eraseAccessKeys } from '../access-keys/access-keys.ts'
import { eraseAllowlistEntries } from '../allowlists/entities.ts'
import { eraseFeedback } from '../feedback/feedback.ts'
import { eraseMessages } from '../messages/messages.ts'
import { erasePaymentMethods } from '../payments/erase-payment-methods.ts'
import { removeFromSubscriptions } from '../subscriptions/subscribers.ts'
import { eraseDeniedScans } from '../support/denied-scans.ts'
import { eraseCases } from '../support/support-cases.ts'
import { readUser } from '../users/read-user.ts'
import { addUserRecord, eraseUser, lockLivingUser, lockUser, publishUser } from '../users/users.ts'
import { personalDataOf } from './stored-data.ts'

/** Cannot be undone. Sessions and payments stay for the accounts, in the name of nobody. */
export function deletePerson(ctx: Ctx, id: string, version: number): Promise<User> {
  return write(ctx, async (tx, journal, inside) => {
    const user = await lockLivingUser(tx, id)
    await eraseAllowlistEntries(ctx, tx, journal, id)
    // Before the question: this waits for a session that a key is beginning right now.
    await eraseAccessKeys(tx, id)
    if (await hasOpenSession(tx, id)) throw new AppError('user_in_session')
    assertVersion(user.version, version)
    await eraseMessages(tx, id)
    await eraseFeedback(tx, id)
    await removeFromSubscriptions(tx, journal, ctx.jobs, id, personActor(ctx))
    await erasePaymentMethods(tx, id)
    await eraseDeniedScans(tx, id)
    await eraseCases(tx, id)
    await eraseUser(tx, id, journal.at.toISOString())
    await eraseNameInEvents(tx, 'user', id, deletedUserName)
    addUserRecord(ctx, journal, { id, name: deletedUserName }, { feature: 'personal-data', verb: 'erased' })
    publishUser(journal, user.id)
    return readUser(inside, id)
  })
}

/** Nobody could be charged for it, and the bike in the dock, or the vehicle on its way, would be nobody's. */
async function hasOpenSession(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from parking_sessions where user_id = ${userId}::uuid and status <> 'ended'
    union all select 1 from rental_sessions where user_id = ${userId}::uuid and status <> 'ended' limit 1`.execute(db)
  return rows.length > 0
}

export function exportPerson(ctx: Ctx, id: string): Promise<{ name: string; bytes: Readable }> {
  return write(ctx, async (tx, journal) => {
    const user = await lockUser(tx, id)
    const data = await personalDataOf(ctx, tx, id, journal.at)
    addUserRecord(ctx, journal, user, { feature: 'personal-data', verb: 'exported' })
    return { name: `user-${id}.json`, bytes: Readable.from([JSON.stringify(data, null, 2)]) }
  })
}
