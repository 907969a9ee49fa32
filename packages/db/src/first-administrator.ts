import { createHash, randomBytes } from 'node:crypto'
import type { Pool, PoolClient } from 'pg'
import { uuidv7 } from './ids.ts'

/** Shown as one sentence to the person who runs the installation. */
export class AdministratorError extends Error {}

export interface NewAdministrator {
  email: string
  name: string
  /** The provider's own organization; created when no organization has that name. */
  organization: string
  /**
   * The `sub` from a hosted identity provider. Without it the embedded provider gets an account and a one-time link.
   */
  sub?: string
}

const linkLivesMs = 7 * 86_400_000

/**
 * Creates a superadmin in the group that covers everything. It runs outside of the services because nobody exists yet
 * who could invite. Returns the token of the one-time link, or null with a hosted provider. An existing person with
 * that email gets the role and a new link.
 */
export async function createAdministrator(
  pool: Pool,
  admin: NewAdministrator,
  now = new Date(),
): Promise<string | null> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const organizationId = await organizationNamed(client, admin.organization, now)
    const id = await personWith(client, admin, organizationId, now)
    await client.query(
      `insert into role_grants (person_id, group_id, role_id) select $1, g.id, r.id from resource_groups g, roles r
       where g.covers_everything and r.name = 'Superadmin' on conflict do nothing`,
      [id],
    )
    const token = admin.sub ? null : await linkOf(client, { ...admin, id }, organizationId, now)
    await client.query('commit')
    return token
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

const parts = ['owner', 'operator', 'distributor', 'reseller']

async function organizationNamed(client: PoolClient, name: string, now: Date): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    'select id from organizations where lower(name) = lower($1) limit 1',
    [name],
  )
  if (rows[0]) return rows[0].id
  const id = uuidv7()
  await client.query('insert into organizations (id, name, created_at) values ($1, $2, $3)', [id, name, now])
  for (const part of parts) {
    const group = uuidv7()
    await client.query(
      `insert into resource_groups (id, name, description, type, organization_id, organization_part, created_at)
       values ($1, $2, $3, 'system', $4, $5, $6)`,
      [group, `${name}, ${part}`, `What ${name} is the ${part} of.`, id, part, now],
    )
    await client.query(
      `insert into resource_group_members (resource_type, resource_id, group_id) values ('organization', $1, $2)`,
      [id, group],
    )
  }
  return id
}

async function personWith(
  client: PoolClient,
  { email, name, sub }: NewAdministrator,
  organizationId: string,
  now: Date,
): Promise<string> {
  const { rows } = await client.query<{ id: string; is_disabled: boolean }>(
    'select id, disabled_at is not null as is_disabled from console_users where lower(email) = lower($1)',
    [email],
  )
  const [existing] = rows
  if (existing?.is_disabled)
    throw new AdministratorError(`${email} is disabled: enable this person in the console, or use another address.`)
  if (existing && sub && existing.id !== sub)
    throw new AdministratorError(`${email} already belongs to another id, ${existing.id}.`)
  if (existing) return existing.id
  const id = sub ?? uuidv7()
  await client.query(
    'insert into console_users (id, email, name, organization_id, created_at) values ($1, $2, $3, $4, $5)',
    [id, email, name, organizationId, now],
  )
  await client.query(
    `insert into resource_group_members (resource_type, resource_id, group_id)
     select 'console_user', $1, id from resource_groups where organization_id = $2 and organization_part = 'owner'`,
    [id, organizationId],
  )
  return id
}

/**
 * These tables belong to the identity provider. Only here, where nobody can sign in yet, does other code write to them.
 */
async function linkOf(
  client: PoolClient,
  admin: NewAdministrator & { id: string },
  organizationId: string,
  now: Date,
): Promise<string> {
  const { id, email, name } = admin
  await client.query(
    `insert into accounts (id, email, name, organization_id, created_at, updated_at) values ($1, $2, $3, $4, $5, $5) on conflict (id) do nothing`,
    [id, email, name, organizationId, now],
  )
  const { rows } = await client.query<{ has_password: boolean }>(
    'select password_hash is not null as has_password from accounts where id = $1',
    [id],
  )
  const token = randomBytes(32).toString('base64url')
  await client.query('delete from account_links where account_id = $1', [id])
  await client.query(
    `insert into account_links (account_id, purpose, token_hash, created_at, expires_at) values ($1, $2, $3, $4, $5)`,
    [
      id,
      rows[0]?.has_password ? 'reset' : 'invitation',
      createHash('sha256').update(token).digest('base64url'),
      now,
      new Date(now.getTime() + linkLivesMs),
    ],
  )
  return `${rows[0]?.has_password ? 'reset' : 'invitation'}?token=${token}`
}
