import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { certain, entriesOf, fieldOf } from '@wheelhouse/contract/certain.ts'
import { isNeeds, isPublic } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { AppError, BatchError, SingleError } from '@wheelhouse/contract/errors.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { viewAsHeader } from '@wheelhouse/contract/view-as/view-as.ts'
import { authorize } from '../authz/authorize.ts'
import type { Asker, Question } from '../authz/authorize.ts'
import { guestOf } from '../authz/view.ts'
import type { Guest } from '../authz/view.ts'
import type { Bearer, VerifyToken } from '../platform/tokens.ts'
import type { Ctx } from '../platform/context.ts'
import { isWithin } from './allowed-networks.ts'
import { invalid } from './errors.ts'
import { issueWords } from './issue-words.ts'
import { idempotencyKeyOf, keptDeletion } from '../journal/idempotency.ts'
import { unstorableIn } from './storable.ts'
import { versionIn } from './versions.ts'

/** What every handler may reach, made once a process. */
export interface Deps extends Omit<Ctx, 'person' | 'correlation_id' | 'idempotency'> {
  verifyToken: VerifyToken
}

export interface On {
  app: FastifyInstance
  deps: Deps
  /** Counts the request against its bearer. */
  pace: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export interface Input<R> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
  /** Of `If-Match`, where the route asks for it; compared by `staleUnless` in the verb. */
  version: R extends { needsVersion: true } ? number : undefined
}
type CtxOf<R> = R extends { access: { public: string } } ? Omit<Ctx, 'person'> : Ctx
export type Handler<R> = (input: Input<R>, ctx: CtxOf<R>) => Promise<ReplyOf<R>> | ReplyOf<R>

/** The request's own part, set by the admission and read by the handler. */
interface Admitted {
  params: unknown
  query: unknown
  bearer: Bearer | null
  /** Set while the caller sees the console as someone else would. */
  guest: Guest | null
  ctx: Omit<Ctx, 'person'> & { person?: Ctx['person'] }
}
export function admittedTo({ admitted }: Pick<FastifyRequest, 'admitted'>): Admitted {
  if (!admitted) throw new Error('A handler ran before its request was admitted')
  return admitted
}

/** What a route with a parser of another kind reads, once `admit` has let the request through. */
export interface AdmittedInput<R> {
  params: ParamsOf<R>
  query: QueryOf<R>
  ctx: CtxOf<R>
}
export function admittedFor<R extends Route>(_route: R, request: FastifyRequest): AdmittedInput<R> {
  const { params, query, ctx } = admittedTo(request)
  // `admit` parsed both by the schemas of this route, and it lets nobody without a person through unless the route is public.
  return { params, query, ctx } as AdmittedInput<R>
}

/** The context of a handler that asks who the caller is; a public route has no such caller. */
export function ofPerson(ctx: Admitted['ctx']): Ctx {
  const { person } = ctx
  if (!person) throw new Error('This route is not asked by a person')
  return { ...ctx, person }
}

/** Known before the request is admitted: refused ones are counted too. */
export const bearerOf = (request: FastifyRequest): Bearer | undefined => request.bearer ?? undefined

// On the request itself: beside it, in a map with weak keys, a fifth of what each request made stayed until the next full collection.
declare module 'fastify' {
  interface FastifyRequest {
    admitted: Admitted | null
    bearer: Bearer | null
  }
}

/** Makes room for what `admit` finds out, before the first route is registered. */
export function useAdmission(app: FastifyInstance): void {
  app.decorateRequest('admitted', null)
  app.decorateRequest('bearer', null)
}

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

/** Order of refusals (rights): 401, path and query 400, 404, 403; the body is parsed and checked after these. */
export async function admit(
  { deps, pace }: On,
  route: Route,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const bearer = isPublic(route.access) ? null : await identify(deps, request)
  if (bearer) {
    request.bearer = bearer
    await pace(request, reply)
  }
  const guest = bearer && (await guestIn(deps, route, request, bearer))
  const { params, query, refusal } = readAddress(route, request)
  // Authenticate before reporting a bad path or query, so that a revoked token learns nothing about an address.
  const question = refusal ? anybody : questionOf(route, params)
  const person = bearer ? await personWho(deps, bearer, guest, question) : undefined
  if (refusal) throw refusal
  const scope = deps.config.identity.api_scope
  if (bearer && !bearer.scopes.includes(scope)) throw new AppError('forbidden', { missing: `scope ${scope}` })
  if (bearer && route.needsFreshSignIn) assertFreshSignIn(deps, bearer)
  const { verifyToken: _, ...rest } = deps
  request.admitted = { params, query, bearer, guest, ctx: { ...rest, correlation_id: request.id, person } }
}

/** The person that the handler knows: of a guest the one whose view it is, and who really asks. */
async function personWho(
  { db }: Deps,
  bearer: Bearer,
  guest: Guest | null,
  question: Question,
): Promise<Ctx['person']> {
  if (!guest) return authorize(db, bearer, question)
  return { ...(await authorize(db, guest.asker, question)), viewer_id: guest.viewer.id }
}

/** People who see the console as someone else read what that person would read, and do nothing else (decision 42). */
async function guestIn(deps: Deps, route: Route, request: FastifyRequest, bearer: Bearer): Promise<Guest | null> {
  const named = request.headers[viewAsHeader]
  if (named === undefined || route.isOwn) return null
  const view = Id.safeParse(named)
  if (!view.success) throw new AppError('invalid_header', { header: viewAsHeader })
  const guest = await guestOf(deps.db, bearer, view.data, deps.clock.now())
  if (route.method !== 'GET' || route.csv || route.file) throw new AppError('view_is_read_only')
  return guest
}

/** After the right: who may not do it at all is not sent to sign in again. */
function assertFreshSignIn({ config, clock }: Deps, { signed_in_at, isService }: Bearer): void {
  const { fresh_sign_in_s } = config.identity
  if (fresh_sign_in_s === 0 || isService) return
  const age_s = signed_in_at === null ? Infinity : (clock.now().getTime() - signed_in_at.getTime()) / 1000
  if (age_s > fresh_sign_in_s) throw new AppError('sign_in_again', { max_age_s: fresh_sign_in_s })
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

const noQuery = z.strictObject({})
const anybody: Question = { needs: {}, on: null }

function readAddress(route: Route, request: FastifyRequest): { params?: unknown; query?: unknown; refusal?: unknown } {
  try {
    const params = parse(route.params, request.params, 'invalid_path')
    return { params, query: parse(route.query ?? noQuery, request.query, 'invalid_query') }
  } catch (refusal) {
    return { refusal }
  }
}

async function identify(deps: Deps, request: FastifyRequest): Promise<Bearer> {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const bearer = token ? await deps.verifyToken(token) : null
  if (!bearer) throw new AppError('unauthorized')
  if (bearer.networks !== null && !isWithin(bearer.networks, request.ip)) throw new AppError('unauthorized')
  return bearer
}

function parse(schema: z.ZodType | undefined, value: unknown, code: 'invalid_path' | 'invalid_query'): unknown {
  if (!schema) return value
  const result = schema.safeParse(value, { error: issueWords })
  if (!result.success) throw invalid(code, result.error)
  const unstorable = unstorableIn(result.data)
  if (unstorable !== null) throw new AppError(code, { field: unstorable })
  return result.data
}

/** What a request of the route asks; an export asks it again between its pages. */
export function questionOf(route: Route, params: unknown): Question {
  const needs: Needs = isNeeds(route.access) ? route.access : {}
  const [named] = entriesOf(route.on ?? {})
  if (!named) return { needs, on: null }
  const id = String(fieldOf(Object(params), named[1]))
  return { needs, on: { type: named[0], id, isDeletedToo: route.isDeletedToo === true } }
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
