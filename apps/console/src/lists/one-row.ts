import { ApiError } from '../http/api-error.ts'
import type { Reading } from '../live/loaded.tsx'

interface OneRow<Row> {
  /** The row, where the list that is shown has loaded it. */
  listed: Row | undefined
  /** The list asked for this row alone. */
  asked: Reading<{ items: Row[] }>
}

/**
 * The row that an address opens, as something that was read: as the list shows it, and one that is further down or does not match
 * the filter as it was read by its id. One that the list does not have at all is not found.
 */
export function oneRow<Row>({ listed, asked }: OneRow<Row>): Reading<Row> {
  if (listed !== undefined) return { data: listed, error: null, refetch: asked.refetch }
  const { data, error, ...reading } = asked
  if (data === undefined) return { ...reading, data, error }
  const [row] = data.items
  return { ...reading, data: row, error: row === undefined ? new ApiError('Not found', 404, null) : error }
}
