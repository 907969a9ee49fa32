import { readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from '@wheelhouse/db/database.ts'
import type { ArchiveWriter } from './archive.ts'
import { isCopied, isEmptied } from './data-files.ts'

/**
 * Copies the data of the running database under `name`. It is PostgreSQL's own way to copy files in use: what changes
 * between start and stop is repaired from the log when the copy is opened. The embedded package has neither pg_basebackup
 * nor pg_dump.
 */
export async function copyDatabase(pool: Pool, data: string, archive: ArchiveWriter, name: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0')
    // Keeps the log that the copy needs; it goes with this connection, also after a kill.
    await client.query('select pg_create_physical_replication_slot($1, true, true)', [
      `wheelhouse_backup_${process.pid}`,
    ])
    const { rows: started } = await client.query<{ lsn: string }>(
      `select pg_backup_start('wheelhouse backup', true) as lsn`,
    )
    const folder = await realpath(data)
    await copyFolder(folder, archive, name)
    const { rows: ended } = await client.query<{ lsn: string; labelfile: string; first: string; last: string }>(
      `select labelfile, pg_walfile_name($1) as first, pg_walfile_name(lsn) as last from pg_backup_stop(false)`,
      [started[0]?.lsn],
    )
    const { labelfile = '', first = '', last = '' } = ended[0] ?? {}
    await archive.addText(`${name}/backup_label`, labelfile)
    await archive.addFolder(`${name}/pg_wal`)
    const segments = (await readdir(join(folder, 'pg_wal'))).filter(
      (one) => /^[0-9A-F]{24}$/.test(one) && one >= first && one <= last,
    )
    for (const segment of segments.sort())
      await archive.addFile(`${name}/pg_wal/${segment}`, join(folder, 'pg_wal', segment))
  } finally {
    // Ends the slot, and the backup if it was broken off.
    client.release(true)
  }
}

async function copyFolder(path: string, archive: ArchiveWriter, name: string, depth = 0): Promise<void> {
  await archive.addFolder(name)
  for (const entry of await readdir(path, { withFileTypes: true })) {
    if (!isCopied(entry.name) || entry.name === 'pg_wal') continue
    const [from, to] = [join(path, entry.name), `${name}/${entry.name}`]
    if (depth === 0 && isEmptied(entry.name)) await archive.addFolder(to)
    else if (entry.isDirectory()) await copyFolder(from, archive, to, depth + 1)
    else if (entry.isFile()) await archive.addFile(to, from)
  }
}
