import { openDatabase } from '@wheelhouse/db/database.ts'
import type { MainDatabase } from './main-database.ts'
import { installationKeyOf } from './state-folder.ts'

/** Imported only when needed, because most starts find existing data. */
export async function seedDatabase({ pool, url }: MainDatabase, dataDir: string): Promise<void> {
  const installationKey = installationKeyOf(dataDir)
  const { seedDemonstration } = await import('@wheelhouse/db/seed/seed.ts')
  await seedDemonstration({ pool, dataDir, installationKey })
  const [{ rebuildRollups }, { makePendingReports }, { readConfig }] = await Promise.all([
    import('../apps/server/src/features/rollups/refresh.ts'),
    import('../apps/server/src/features/reports/making.ts'),
    import('../apps/server/src/platform/config.ts'),
  ])
  const db = openDatabase(pool)
  const now = () => new Date()
  // Pages of figures and the files of reports should not wait for the first jobs of the service.
  await rebuildRollups(db, now, () => {})
  const config = readConfig({ ...process.env, DATABASE_URL: url, WHEELHOUSE_DATA: dataDir })
  await makePendingReports({ db, config, clock: { now } })
}
