import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tableTypes } from '@wheelhouse/db/table-types.ts'
import { testDatabase } from '@wheelhouse/db/test-database.ts'
import { setup, teardown } from '@wheelhouse/db/test-server.ts'
import { root } from './console-build.ts'

/** Writes the types of the tables from a database that has just been migrated. */
export async function writeTableTypes(): Promise<void> {
  await setup()
  try {
    const database = await testDatabase()
    writeFileSync(join(root, 'packages/db/src/tables.gen.ts'), await tableTypes(database.pool))
    await database.drop()
  } finally {
    await teardown()
  }
}
