import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { isPassing } from '@wheelhouse/db/database-away.ts'
import { codeOf, constraintOf } from '@wheelhouse/db/thrown.ts'
import { AppError, BatchFailure, catalogue } from '@wheelhouse/contract/errors.ts'
import type { ErrorCode, ErrorFields } from '@wheelhouse/contract/errors.ts'
import { fieldSentence } from './issue-words.ts'

/** Fastify's own refusals in the catalogue's words. */
const frameworkCodes: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_CP_ERR_INVALID_CONTENT_ENCODING: 'unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'malformed_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'invalid_body',
  FST_ERR_BAD_URL: 'invalid_path',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_ASYNC_CONSTRAINT: 'invalid_path',
  FST_ERR_NOT_FOUND: 'not_found',
}

/** What is away comes back within seconds or takes a person; programs that wait so long do no harm. */
const awayRetryAfterS = 5

// Input that no schema refused and PostgreSQL does: a text it cannot keep, a time or a number beyond its range.
const refusedByDatabase = new Set(['22003', '22007', '22008', '22009', '22021', '22P02', '22P05'])

// Values that a verb found free and that another request took at the same moment; where a verb locks, nobody can.
const takenValues: Readonly<Record<string, { code: ErrorCode; field: string }>> = {
  organization_name_is_unique: { code: 'organization_name_taken', field: 'name' },
  role_name_is_unique: { code: 'role_name_taken', field: 'name' },
}

export const errorBody = (code: ErrorCode, fields: ErrorFields = {}, message: string = catalogue[code][1]) => ({
  error_code: code,
  error_message: message,
  ...fields,
})

/** The first issue of a zod refusal. Its words carry the name of the field once. */
export function invalid(code: 'invalid_path' | 'invalid_query' | 'invalid_body', error: z.ZodError): AppError {
  const [issue] = error.issues
  const field = issue?.path.join('.') ?? ''
  return new AppError(code, field ? { field } : {}, fieldSentence(field, issue?.message ?? catalogue[code][1]))
}

export function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  if (error instanceof BatchFailure)
    return reply.code(422).send({ error_results: error.error_results, results: error.results })
  const known = toAppError(error, request.method === 'GET' || request.method === 'HEAD')
  if (known.code === 'internal') request.log.error({ err: error, correlation_id: request.id }, 'request failed')
  if (known.code === 'unavailable')
    request.log.warn({ err: error, correlation_id: request.id }, 'database or identity provider is away')
  if (isRefusedByDatabase(error))
    request.log.warn({ err: error, correlation_id: request.id }, 'input refused by the database')
  if (known.status === 403) logRefusal(request, known)
  if (known.status === 429) void reply.header('retry-after', String(known.fields.retry_after_s ?? 60))
  if (known.code === 'unavailable') void reply.header('retry-after', String(awayRetryAfterS))
  return reply.code(known.status).send(errorBody(known.code, known.fields, known.message))
}

const refusalEveryMs = 1_000
const refusedAt = new Map<string, number>()

/** Who was refused what, at most once a second and person, so that a program in a loop does not fill the log. */
function logRefusal(request: FastifyRequest, { code, fields }: AppError): void {
  const person_id = request.bearer?.sub ?? ''
  const now = performance.now()
  if (now - (refusedAt.get(person_id) ?? -refusalEveryMs) < refusalEveryMs) return
  if (refusedAt.size > 1_000) refusedAt.clear()
  refusedAt.set(person_id, now)
  const { method, url } = request.routeOptions
  request.log.warn(
    {
      person_id,
      address: request.ip,
      method,
      route: url,
      params: request.params,
      code,
      fields,
      correlation_id: request.id,
    },
    'request refused',
  )
}

/** Any failure in the catalogue's words. */
export function toAppError(error: unknown, isRead: boolean): AppError {
  if (error instanceof AppError) return error
  if (error instanceof z.ZodError) return invalid('invalid_body', error)
  const [code, statusCode] = [codeOf(error), fieldOf(Object(error), 'statusCode')]
  if (code && frameworkCodes[code]) return new AppError(frameworkCodes[code])
  const taken = code === '23505' ? takenValues[constraintOf(error) ?? ''] : undefined
  if (taken) return new AppError(taken.code, { field: taken.field })
  // A statement that takes too long would take as long again, so the caller is not asked to repeat it.
  if (isPassing(error) && code !== '57014') return new AppError('unavailable')
  if (isRefusedByDatabase(error)) return new AppError(isRead ? 'invalid_query' : 'invalid_body')
  if (statusCode === 429) return new AppError('too_many_requests')
  // A file that is asked for outside of its folder.
  if (statusCode === 403 || statusCode === 404) return new AppError('not_found')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500)
    return new AppError(isRead ? 'invalid_path' : 'invalid_body')
  return new AppError('internal')
}

const isRefusedByDatabase = (error: unknown): boolean => refusedByDatabase.has(codeOf(error) ?? '')

export function useErrors(app: FastifyInstance): void {
  // The handler returns nothing: if it returned the reply, Fastify would wait for the reply to end.
  app.setErrorHandler((error, request, reply) => void sendError(error, request, reply))
}
