import type { BatchError } from '@wheelhouse/contract/errors.ts'

export interface BulkFailed {
  id: string
  message: string
}

/** The server takes so many ids at once (`BulkTarget`). */
const idsAtOnce = 100

export const chunksOf = (ids: readonly string[], size = idsAtOnce): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

/** What failed of a batch, by id; null when the answer names none, and so is about the call itself. */
export function bulkOutcome({ error_results }: BatchError): BulkFailed[] | null {
  const named = error_results.map((item) => ({ id: item.id, message: item.error_message }))
  return named.every((item): item is BulkFailed => typeof item.id === 'string') ? named : null
}
