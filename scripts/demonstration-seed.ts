import { openDatabase } from '@wheelhouse/db/database.ts'
import type { MainDatabase } from './main-database.ts'

/** Imported only when needed, because most starts find existing data. */
export async function seedDatabase({ pool }: MainDatabase, dataDir: string): Promise<void> {
  const { seedDemonstration } = await import('@wheelhouse/db/seed/seed.ts')
  await seedDemonstration({ pool, dataDir })
  const { rebuildRollups } = await import('../apps/server/src/features/rollups/refresh.ts')
  // The first page is a picture of figures: it should not wait for the first minute's job.
  await rebuildRollups(
    openDatabase(pool),
    () => new Date(),
    () => {},
  )
}
