import { sealKey } from '../sealing.ts'
import type { SealedKey } from '../sealing.ts'

/** A row as it is made. The simulated fleet gets its key. */
export type Clear<Row> = Omit<Row, keyof SealedKey> & { key: string | null }

/** The rows as they are stored. */
export const sealedRows = <Row extends { key: string | null }>(installationKey: string, rows: readonly Row[]) =>
  rows.map(({ key, ...row }) => ({
    ...row,
    ...(key === null ? { key_hash: null, key_sealed: null } : sealKey(installationKey, key)),
  }))
