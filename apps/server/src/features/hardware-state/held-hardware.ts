import { sql } from 'kysely'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Db } from '../../platform/context.ts'

/** The name leads the reader to the change set that has to end first. */
export const heldBy = (hardware_id: string, change_set: string): AppError =>
  new AppError(
    'hardware_in_change_set',
    { hardware_id, change_set },
    `This hardware belongs to the change set “${change_set}”, which is not over`,
  )

/** A change set has to know what its devices run, so nobody else changes them until it is over. */
export async function assertInNoChangeSet(db: Db, hardwareIds: readonly string[]): Promise<void> {
  if (hardwareIds.length === 0) return
  const { rows } = await sql<{ hardware_id: string; name: string }>`
    select i.hardware_id, s.name from change_set_devices i join change_sets s on s.id = i.change_set_id
    where i.hardware_id = any(${[...hardwareIds]}::text[]) and i.is_held limit 1`.execute(db)
  if (rows[0]) throw heldBy(rows[0].hardware_id, rows[0].name)
}
