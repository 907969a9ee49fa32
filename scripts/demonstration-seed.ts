import type { MainDatabase } from './main-database.ts'

/** Imported only when needed, because most starts find existing data. */
export async function seedDatabase({ pool }: MainDatabase, dataDir: string): Promise<void> {
  const { seedDemonstration } = await import('@wheelhouse/db/seed/seed.ts')
  await seedDemonstration({ pool, dataDir })
}
