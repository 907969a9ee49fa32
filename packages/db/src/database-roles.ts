import pg from 'pg'
import { inTransaction } from './transaction.ts'

/**
 * The roles of the two parts in the embedded database. Neither is a superuser, so that a hole in one part does not open the accounts to it,
 * nor the files of the machine (ASVS 5, 13.2.2). Each owns its tables, because partitions come and go while the product runs.
 */
export const databaseRoles = { services: 'wheelhouse_services', identity: 'wheelhouse_identity' } as const
export type DatabaseRole = keyof typeof databaseRoles

/** Whom the provider knows, and what proves it. Everything else belongs to the services. */
export const identityTables = [
  'account_links',
  'accounts',
  'identity_keys',
  'oidc_payloads',
  'passkeys',
  'recovery_codes',
  'revoked_grants',
  'second_factor_steps',
  'service_clients',
  'service_secrets',
  'sign_in_attempts',
  'sign_in_locks',
  'sign_ins',
  'totp_secrets',
] as const

/** What one part reads of the other: whether a sign-in has ended, and whether a role is one of the provider's staff. */
const readBy: Readonly<Record<DatabaseRole, readonly string[]>> = {
  services: ['revoked_grants'],
  identity: ['role_grants', 'roles'],
}

/** What each part connects as. */
export type RolesOfParts = Readonly<Record<DatabaseRole, string>>

/**
 * Creates the roles and gives each its tables, new ones of a migration too. Called by the superuser after each migration; a
 * second call changes nothing.
 */
export const layDatabaseRoles = (pool: pg.Pool): Promise<void> =>
  inTransaction(pool, async (client) => {
    // Roles belong to the cluster: two databases of it may be laid at the same moment.
    await client.query('select pg_advisory_xact_lock(7239401584)')
    await client.query(createRoles)
    await giveTables(client, databaseRoles)
  })

/**
 * The same for existing roles, in a database that somebody else runs and gives passwords to. The owner of the database calls
 * it, and needs no right beyond being a member of both roles.
 */
export const giveTablesToRoles = (pool: pg.Pool, roles: RolesOfParts): Promise<void> =>
  inTransaction(pool, (client) => giveTables(client, roles))

/** The same database, as one of its roles. */
export const asRole = (url: string, role: DatabaseRole): string =>
  Object.assign(new URL(url), { username: databaseRoles[role] }).href

const createRoles = `do $$ declare missing text; begin
  for missing in select name from unnest('{${Object.values(databaseRoles).join(',')}}'::text[]) name
    where not exists (select from pg_roles where rolname = name)
  loop execute format('create role %I login nosuperuser nocreatedb nocreaterole', missing); end loop;
end $$`

const ours = `in ('public'::regnamespace, to_regnamespace('pgboss'))`
const isNoExtension = (catalog: string, oid: string): string =>
  `not exists (select from pg_depend d where d.classid = '${catalog}'::regclass and d.objid = ${oid} and d.deptype = 'e')`

/**
 * Statements that change each wrong owner. Indexes and the sequences of columns follow their tables, and the record of
 * migrations stays with the superuser.
 */
const misplaced = `
  with things as (
    select 'table' as kind, c.oid::regclass::text as name, c.relowner as owner_id,
      case when c.relnamespace = 'public'::regnamespace and c.relname = any($1) then $2 else $3 end as owner
    from pg_class c where c.relnamespace ${ours} and c.relkind in ('r', 'p', 'v', 'm', 'S') and c.relname <> 'schema_migrations'
      and (c.relkind <> 'S' or not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype in ('a', 'i')))
    union all select 'routine', p.oid::regprocedure::text, p.proowner, $3 from pg_proc p
      where p.pronamespace ${ours} and ${isNoExtension('pg_proc', 'p.oid')}
    union all select 'type', t.oid::regtype::text, t.typowner, $3 from pg_type t
      where t.typnamespace ${ours} and t.typtype in ('d', 'e') and ${isNoExtension('pg_type', 't.oid')}
    union all select 'schema', 'pgboss', s.nspowner, $3 from pg_namespace s where s.nspname = 'pgboss')
  select coalesce(string_agg(format('alter %s %s owner to %I;', kind, name, owner), '' order by kind, name), '') as statements
  from things where owner_id::regrole::text <> owner`

async function giveTables(client: pg.PoolClient, roles: RolesOfParts): Promise<void> {
  const services = pg.escapeIdentifier(roles.services)
  const identity = pg.escapeIdentifier(roles.identity)
  // A new owner has to be able to create in the schema at that moment; the provider needs it at no other.
  await client.query(`grant usage, create on schema public to ${services}, ${identity}`)
  const parameters = [identityTables, roles.identity, roles.services]
  const { rows } = await client.query<{ statements: string }>(misplaced, parameters)
  if (rows[0]?.statements) await client.query(rows[0].statements)
  await client.query(`revoke create on schema public from ${identity}`)
  await client.query(`grant select on schema_migrations to ${services}, ${identity}`)
  await client.query(`grant select on ${readBy.services.join(', ')} to ${services}`)
  await client.query(`grant select on ${readBy.identity.join(', ')} to ${identity}`)
  // The job queue makes its own schema, and a month begins with new partitions.
  const database = pg.escapeIdentifier((await client.query('select current_database() as name')).rows[0].name)
  await client.query(`grant create, temporary on database ${database} to ${services}`)
}
