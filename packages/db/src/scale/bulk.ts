import type pg from 'pg'
import type { Run } from './chance-in-sql.ts'

/** What was removed from a table while it is filled. */
interface DroppedIndexes {
  restore: { label: string; text: string }[]
}

/**
 * Drops indexes and foreign keys of the tables with the most rows; creating them afterwards takes a fraction of the
 * time. Primary keys stay, because they detect duplicates.
 */
export async function dropIndexes(run: Run, tables: readonly string[]): Promise<DroppedIndexes> {
  const list = tables.map((table) => `'${table}'::regclass`).join(', ')
  const { rows: indexes } = await run<{ name: string; text: string }>(
    // For a partitioned table PostgreSQL describes the index as one without its partitions.
    `select i.indexrelid::regclass::text as name, replace(pg_get_indexdef(i.indexrelid), ' ON ONLY ', ' ON ') as text from pg_index i
     where i.indrelid in (${list}) and not exists (select from pg_constraint c where c.conindid = i.indexrelid and c.contype in ('p', 'u', 'x')) order by 1`,
  )
  const { rows: keys } = await run<{ on: string; name: string; text: string }>(
    `select conrelid::regclass::text as on, quote_ident(conname) as name, pg_get_constraintdef(oid) as text from pg_constraint
     where contype = 'f' and conrelid in (${list}) and conparentid = 0 order by 1, 2`,
  )
  for (const { name } of indexes) await run(`drop index ${name}`)
  for (const { on, name } of keys) await run(`alter table ${on} drop constraint ${name}`)
  return {
    restore: [
      ...indexes.map(({ name, text }) => ({ label: `index ${name}`, text })),
      ...keys.map(({ on, name, text }) => ({
        label: `key ${name}`,
        text: `alter table ${on} add constraint ${name} ${text}`,
      })),
    ],
  }
}

export async function restoreIndexes(
  run: Run,
  { restore }: DroppedIndexes,
  report: (label: string) => void,
): Promise<void> {
  for (const { label, text } of restore) {
    report(label)
    await run(text)
  }
}

// The identity provider's keys belong to the installation, not to its data.
const excluded = ['schema_migrations', 'identity_keys']

/** Empties every table except the record of migrations and the identity provider's keys. */
export async function emptyAll(client: pg.PoolClient): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select quote_ident(relname) as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> all($1::text[])`,
    [excluded],
  )
  await client.query(`truncate ${tables.map(({ name }) => name).join(', ')} restart identity cascade`)
}

export async function holdsData(client: pg.PoolClient): Promise<boolean> {
  const { rows: checks } = await client.query<{ has_rows: boolean }>(
    'select exists (select from organizations) or exists (select from console_users) or exists (select from locations) or exists (select from users) as has_rows',
  )
  return checks[0]?.has_rows === true
}
