import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { NewConsoleUser } from '@wheelhouse/contract/console-users/console-users.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type {
  MadeSecret,
  NewServiceAccount,
  ServiceAccount,
} from '@wheelhouse/contract/service-accounts/service-accounts.ts'
import { heldBy, holdsAsMuch } from '../../authz/grants.ts'
import { publishChange } from '../../journal/journal.ts'
import { write } from '../../journal/write.ts'
import type { Ctx, Tx } from '../../platform/context.ts'
import { openServiceClients } from '../../platform/service-clients.ts'
import { birthplaceIn, insertConsoleUser, lockConsoleUser, recordEvent } from '../console-users/console-users.ts'

const dayMs = 86_400_000

export async function serviceAccount(ctx: Ctx, id: string): Promise<ServiceAccount> {
  await assertService(ctx, id)
  return { console_user_id: id, ...(await openServiceClients(ctx.config).get(id)) }
}

/**
 * The identity provider gets to know the account before the row is committed: without a secret nobody can use what a failed commit
 * leaves there.
 */
export async function createServiceAccount(ctx: Ctx, body: NewServiceAccount): Promise<{ console_user_id: string }> {
  const { allowed_networks, ...fields } = body
  await birthplaceIn(ctx, body.organization_id)
  return write(ctx, async (tx, journal, inside) => {
    const groupId = await birthplaceIn(inside, body.organization_id)
    const id = uuidv7()
    await openServiceClients(ctx.config).put(id, allowed_networks)
    // Nobody can be mailed there; the column of people who sign in by mail asks for a distinct value.
    const email = `${id}@service.invalid`
    const contact = NewConsoleUser.parse({ email, ...fields })
    const created_at = journal.at.toISOString()
    await insertConsoleUser(tx, { id, kind: 'service', ...contact, created_at }, groupId)
    recordEvent(ctx, journal, { id, name: body.name }, { verb: 'service_created', after: { ...body } })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    return { console_user_id: id }
  })
}

export function setServiceNetworks(ctx: Ctx, id: string, allowed_networks: string[]): Promise<ServiceAccount> {
  return write(ctx, async (tx, journal) => {
    const { name } = await lockService(tx, id)
    const clients = openServiceClients(ctx.config)
    const before = await clients.get(id)
    if (await isWider(tx, before.allowed_networks, allowed_networks)) await assertHoldsAsMuch(ctx, id)
    const after = await clients.put(id, allowed_networks)
    const networks = ({ allowed_networks: of }: { allowed_networks: string[] }) => ({ allowed_networks: of })
    recordEvent(
      ctx,
      journal,
      { id, name },
      { verb: 'networks_changed', before: networks(before), after: networks(after) },
    )
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    return { console_user_id: id, ...after }
  })
}

/** Whether no former network contains one of these; an empty list is every network. */
async function isWider(tx: Tx, before: readonly string[], after: readonly string[]): Promise<boolean> {
  if (before.length === 0 || after.length === 0) return before.length > 0
  const { rows } = await sql`select 1 from unnest(${after}::inet[]) as added
    where not exists (select 1 from unnest(${before}::inet[]) as former where added <<= former)`.execute(tx)
  return rows.length > 0
}

/** A secret that the identity provider made and that is never shown, because the commit failed, ends by itself. */
export function createServiceSecret(ctx: Ctx, id: string, validDays: number): Promise<MadeSecret> {
  return write(ctx, async (tx, journal) => {
    const { name } = await lockService(tx, id)
    await assertHoldsAsMuch(ctx, id)
    const expires_at = new Date(journal.at.getTime() + validDays * dayMs).toISOString()
    const made = await openServiceClients(ctx.config).addSecret(id, expires_at)
    recordEvent(ctx, journal, { id, name }, { verb: 'secret_created', after: { secret_id: made.id, expires_at } })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    const { issuer, api_scope } = ctx.config.identity
    return {
      secret_id: made.id,
      client_id: id,
      client_secret: made.secret,
      token_url: `${issuer}/oauth2/token`,
      scope: api_scope,
    }
  })
}

export function revokeServiceSecret(ctx: Ctx, id: string, secretId: string): Promise<null> {
  return write(ctx, async (tx, journal) => {
    const { name } = await lockService(tx, id)
    await openServiceClients(ctx.config).revokeSecret(id, secretId)
    recordEvent(ctx, journal, { id, name }, { verb: 'secret_revoked', before: { secret_id: secretId } })
    publishChange(journal, 'console_user', id, null, { through: { type: 'console_user', id } })
    return null
  })
}

/** Otherwise a secret, or a network from which a known one is accepted, would be a way to rights that nobody gave. */
async function assertHoldsAsMuch({ db, person }: Ctx, id: string): Promise<void> {
  const [mine, theirs] = await Promise.all([heldBy(db, person.id), heldBy(db, id)])
  if (!holdsAsMuch(mine, theirs)) throw new AppError('secret_of_more_rights')
}

async function lockService(tx: Parameters<typeof lockConsoleUser>[0], id: string): Promise<{ name: string }> {
  const row = await lockConsoleUser(tx, id)
  if (row.kind !== 'service') throw new AppError('not_a_service_account')
  return row
}

async function assertService({ db }: Ctx, id: string): Promise<void> {
  const row = await db.selectFrom('console_users').select('kind').where('id', '=', id).executeTakeFirst()
  if (row?.kind !== 'service') throw new AppError('not_a_service_account')
}
