import { t } from '../i18n/i18n.ts'
import { BatchError, SingleError } from '@wheelhouse/contract/errors.ts'
import { readAs } from './read-as.ts'

/** Spec section 8: what an answer that is no success says. */
export type ErrorResult = { single: SingleError } | { batch: BatchError } | { error: string }

/** A call that failed. `result` is null when no answer came ('Network Error'). */
export class ApiError extends Error {
  readonly status: number | null
  readonly result: ErrorResult | null
  constructor(message: string, status: number | null, result: ErrorResult | null) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.result = result
  }
}

/** Nothing is queued, because a command that is sent an hour later would open a dock in front of nobody. */
export const notSent = (): ApiError => notAsked(t('You are offline. Nothing was sent; try again when you are online'))

/** A reply that this device has not kept. */
export const notLoaded = (): ApiError => notAsked(t('You are offline and this has not been loaded on this device'))

/** No answer is missing, because nothing was asked: its words are shown as those of a plain error. */
const notAsked = (words: string): ApiError => new ApiError(words, null, { error: words })

export const networkError = (): ApiError => new ApiError('Network Error', null, null)

/** An answer without a body throws; error_code gives a single error, error_results a batch, any other body a generic one. */
export function answerError(status: number, body: unknown): ApiError {
  if (body === undefined || body === null || body === '') throw new Error('missing error response')
  const single = readAs(SingleError, body)
  if (single) return new ApiError(single.error_message, status, { single })
  const batch = readAs(BatchError, body)
  if (batch) return new ApiError(`${batch.error_results.length} failed`, status, { batch })
  const generic = `Request failed with status code ${status}`
  return new ApiError(generic, status, { error: generic })
}

export const isNotFound = (error: unknown): boolean => error instanceof ApiError && error.status === 404

/** There is no such thing, or none that this reader may see: what was read before is not shown any longer. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** The reader may see others of its kind, and this one not, or not any longer. */
export const isForbidden = (error: unknown): boolean => error instanceof ApiError && error.status === 403

/** The code of a single error. */
export const errorCodeOf = ({ result }: ApiError): string | undefined =>
  result && 'single' in result ? result.single.error_code : undefined

/** Fields of an error beside its code and words: they name what it is about. */
export const extraFields = (item: Record<string, unknown>): [string, unknown][] =>
  Object.entries(item).filter(([key]) => key !== 'error_code' && key !== 'error_message')
