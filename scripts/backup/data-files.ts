/** Made at each start, or part of one running server only. */
const ofRunningServer = new Set(['postmaster.pid', 'postmaster.opts', 'pg_internal.init'])

/** Folders that must exist and whose contents belong to one running server. */
const emptied = new Set([
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])

/** What PostgreSQL itself keeps in its folder: its files of version 18, without settings. */
const kept = new Set([
  ...emptied,
  'PG_VERSION',
  'backup_label',
  'base',
  'global',
  'pg_commit_ts',
  'pg_logical',
  'pg_multixact',
  'pg_stat',
  'pg_tblspc',
  'pg_twophase',
  'pg_wal',
  'pg_xact',
])

/** Whether a file of the running server belongs into a backup. */
export const isCopied = (name: string): boolean => !name.startsWith('pgsql_tmp') && !ofRunningServer.has(name)

/** Whether only the folder belongs into a backup, without what is in it. */
export const isEmptied = (name: string): boolean => emptied.has(name)

/**
 * Whether an entry of a backup is unpacked; the path begins below the data folder. Settings and signal files name programs
 * that PostgreSQL runs, `tablespace_map` and `pg_tblspc` lead its writes out of its folder, and anybody who can write to
 * the backup can write new checksums. So none of them is taken from it, nor any file that PostgreSQL does not know.
 */
export function isUnpacked(path: string): boolean {
  const [top = '', ...below] = path.split('/')
  if (!kept.has(top)) return false
  if (isEmptied(top) || top === 'pg_tblspc') return below.length === 0
  return isCopied(below.at(-1) ?? top) && !/\.(conf|signal)$/.test(path)
}
