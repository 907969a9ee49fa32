import { fieldOf } from '@wheelhouse/contract/certain.ts'
import type { BatchError } from '@wheelhouse/contract/errors.ts'
import { ApiError } from '../http/api-error.ts'

export interface BulkFailed {
  id: string
  message: string
}

/** The server takes so many ids at once (`BulkTarget`). */
const idsAtOnce = 100

export const chunksOf = (ids: readonly string[], size = idsAtOnce): string[][] =>
  Array.from({ length: Math.ceil(ids.length / size) }, (_, at) => ids.slice(at * size, (at + 1) * size))

/** What failed of a batch, by id; null when the answer names none, and so is about the call itself. */
export function bulkOutcome({ error_results }: BatchError, isDeletion = false): BulkFailed[] | null {
  const failed = isDeletion
    ? error_results.filter(({ id, error_code }) => typeof id !== 'string' || error_code !== 'not_found')
    : error_results
  const named = failed.map((item) => ({ id: item.id, message: item.error_message }))
  return named.every((item): item is BulkFailed => typeof item.id === 'string') ? named : null
}

/** What became of each of many: those that failed with their words, and those of which nobody knows. */
export interface ChunksOutcome {
  done: number
  failures: BulkFailed[]
  /** The reply of each call; of one that refused some of its ids, the error that names them. */
  answers: unknown[]
  /** Where a call broke off: its ids and those that were not sent. They stay selected, so that a retry is of these alone. */
  rest: string[]
  /** Why it broke off; null when all calls were answered. */
  error: unknown
}

/** The background job that a call of many began; none in an error, and in the reply of what was done at once. */
export function jobOf(answer: unknown): string | null {
  const id = typeof answer === 'object' && answer !== null ? fieldOf(answer, 'background_job_id') : null
  return typeof id === 'string' ? id : null
}

/** The last of the background jobs that several calls began. */
export const jobIn = (answers: readonly unknown[]): string | null =>
  answers.map(jobOf).findLast((id) => id !== null) ?? null

interface Chunking {
  /** Ids a call. */
  size?: number | undefined
  /** Of a deletion, what is not found any more counts as done (`Route`). */
  isDeletion?: boolean | undefined
}

/** As many ids a call as the server takes, one call after the other. A refusal of some is a result, of the call itself an error. */
export async function inChunks(
  ids: readonly string[],
  send: (ids: string[]) => Promise<unknown>,
  { size, isDeletion }: Chunking = {},
): Promise<ChunksOutcome> {
  const outcome: ChunksOutcome = { done: 0, failures: [], answers: [], rest: [], error: null }
  const chunks = chunksOf(ids, size)
  for (const [at, chunk] of chunks.entries()) {
    try {
      outcome.answers.push(await send(chunk))
      outcome.done += chunk.length
    } catch (error) {
      const batch = batchIn(error)
      const failed = batch && bulkOutcome(batch, isDeletion)
      if (failed === null) return { ...outcome, rest: chunks.slice(at).flat(), error }
      outcome.answers.push(batch)
      outcome.failures.push(...failed)
      outcome.done += chunk.length - failed.length
    }
  }
  return outcome
}

const batchIn = (error: unknown): BatchError | null =>
  error instanceof ApiError && error.result !== null && 'batch' in error.result ? error.result.batch : null

/** A batch that broke off, and what its retry did. */
export const sumOf = (earlier: ChunksOutcome | null, now: ChunksOutcome): ChunksOutcome =>
  earlier === null
    ? now
    : {
        ...now,
        done: earlier.done + now.done,
        failures: [...earlier.failures, ...now.failures],
        answers: [...earlier.answers, ...now.answers],
      }

export const idsOf = (failures: readonly BulkFailed[]): ReadonlySet<string> => new Set(failures.map(({ id }) => id))
