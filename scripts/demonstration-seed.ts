import type { MainDatabase } from './main-database.ts'

/** Loaded only when it is needed: most starts find their data. */
export async function seedDatabase({ pool }: MainDatabase, dataDir: string): Promise<void> {
  const { seedDemonstration } = await import('@wheelhouse/db/seed/seed.ts')
  await seedDemonstration({ pool, dataDir })
}
