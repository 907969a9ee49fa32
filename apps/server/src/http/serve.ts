import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { isPublic } from '@wheelhouse/contract/access.ts'
import { AppError, BatchError, SingleError } from '@wheelhouse/contract/errors.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import type { Asker, Question } from '../authz/authorize.ts'
import type { Ctx } from '../platform/context.ts'
import { idempotencyKeyOf, keptDeletion } from '../journal/idempotency.ts'
import { admit, admittedFor, admittedTo, bearerOf, guestIn, identify, questionOf, readAddress } from './admission.ts'
import type { CtxOf, Gate } from './admission.ts'
import { versionIn } from './versions.ts'

/** Where features register their routes. */
export interface On extends Gate {
  app: FastifyInstance
}

export interface Input<R> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Of `If-Match`, where the route asks for it; compared by `assertVersion` in the verb. */
  version: R extends { needsVersion: true } ? number : undefined
}
export type Handler<R> = (input: Input<R>, ctx: CtxOf<R>) => Promise<ReplyOf<R>> | ReplyOf<R>

/** Registers a route of the contract. A declaration without its access is refused at start. */
export function serve<R extends Route>(on: On, route: R, handler: Handler<R>): void {
  if (!route.access || Object.keys(route.access).length === 0)
    throw new Error(`${route.method} ${route.path} declares no access`)
  on.app.route({
    method: route.method,
    url: route.path,
    config: { contract: route },
    schema: schemaOf(route),
    ...(route.bodyAtMost ? { bodyLimit: route.bodyAtMost } : {}),
    onRequest: (request, reply) =>
      admit(on, route, request, reply).catch((refusal: unknown) => repeatDeletion(on, route, request, reply, refusal)),
    handler: async (request, reply) => {
      const { params, query, ctx } = admittedFor(route, request)
      const idempotency = idempotencyKeyOf(on.deps.config, route, request)
      const version = route.needsVersion ? versionIn(request.headers['if-match']) : undefined
      // The body was parsed by the validator, and a version is demanded exactly where the route says so.
      const input = { params, query, body: request.body, version } as Input<R>
      const answer = await handler(input, { ...ctx, idempotency })
      return route.reply ? answer : reply.code(204).send()
    },
  })
}

/** What a reply written by PostgreSQL is read with: the person is known by the id of the token, until the statement admits it. */
export type TextContext = Omit<Ctx, 'person'> & { person: { id: string } }
export interface TextRequest<R = unknown> {
  params: ParamsOf<R>
  query: QueryOf<R>
  admission: { bearer: Asker; question: Question }
}

/**
 * Registers a route whose reply is text that its own statement writes, together with the admission. The refusals and their order are
 * those of `serve`. Nothing strips such a reply, so tests and development compare each one with the contract.
 */
export function serveText<R extends Route>(
  on: On,
  route: R,
  read: (ctx: TextContext, request: TextRequest<R>) => Promise<string>,
): void {
  const { verifyToken: _, ...deps } = on.deps
  on.app.route({
    method: route.method,
    url: route.path,
    config: { contract: route },
    schema: schemaOf(route),
    onRequest: async (request, reply) => {
      // The statement of the page admits a person: there is none on a public route.
      if (isPublic(route.access)) throw new Error(`${route.method} ${route.path} writes text and is public`)
      const bearer = await identify(on.deps, request)
      request.bearer = bearer
      await on.pace(request, reply)
      const guest = await guestIn(on.deps, route, request, bearer)
      const { params, query, refusal } = readAddress(route, request)
      // Any other refusal waits until the person and the sign-in are known to be good.
      if (refusal || !bearer.scopes.includes(deps.config.identity.api_scope)) return admit(on, route, request, reply)
      const ctx = { ...deps, correlation_id: request.id }
      request.admitted = { params, query, bearer, guest, ctx }
    },
    handler: async (request, reply) => {
      const { bearer, guest, ctx } = admittedTo(request)
      const { params, query } = admittedFor(route, request)
      const asker = guest?.asker ?? certain(bearer)
      const admission = { bearer: asker, question: questionOf(route, params) }
      const text = await read({ ...ctx, person: { id: asker.sub } }, { params, query, admission })
      if (deps.config.checks_replies) assertReply(route, text)
      return reply.type('application/json; charset=utf-8').send(text)
    },
  })
}

/** A reply holds what the contract says and no more: an unknown key could be a field that the reader must not see. */
function assertReply({ method, path, reply }: Route, text: string): void {
  const value: unknown = JSON.parse(text)
  const parsed = reply?.safeParse(value)
  if (!parsed?.success) throw new Error(`The reply of ${method} ${path} breaks the contract: ${parsed?.error.message}`)
  if (!isDeepStrictEqual(parsed.data, value))
    throw new Error(`The reply of ${method} ${path} has fields that the contract does not know`)
}

/** What was deleted is not found any more: a repeat under the same key gets the answer of the first all the same. */
async function repeatDeletion(
  { deps }: On,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: unknown,
): Promise<unknown> {
  const bearer = bearerOf(request)
  const isGone = refusal instanceof AppError && refusal.code === 'not_found'
  const kept =
    isGone && bearer?.scopes.includes(deps.config.identity.api_scope)
      ? await keptDeletion(deps, bearer.sub, route, request, deps.clock.now())
      : null
  if (!kept) throw refusal
  return reply.code(204).send()
}

/** For the reference only: headers are read by hand, after the body. */
function headersOf(route: Route): { headers?: z.ZodType } {
  const key = {
    'idempotency-key': z.string().max(200).optional().describe('Kept 24 h: a repeat gets the first answer'),
  }
  const version = { 'if-match': z.string().describe('"<version>" of what was read') }
  if (route.method === 'GET') return {}
  return { headers: z.object({ ...key, ...(route.needsVersion ? version : {}) }) }
}

export const refused = z.union([SingleError, BatchError])

function schemaOf(route: Route) {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[1] || 'console'],
    ...(isPublic(route.access) ? { security: [], description: `No token: ${route.access.public}.` } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    ...headersOf(route),
    response: { ...(route.reply ? { 200: route.reply } : { 204: z.void() }), '4xx': refused },
  }
}
