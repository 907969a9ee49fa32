import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { entriesOf, fieldOf } from '@wheelhouse/contract/certain.ts'
import { isNeeds, isPublic } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { Id } from '@wheelhouse/contract/route.ts'
import type { ParamsOf, QueryOf, Route } from '@wheelhouse/contract/route.ts'
import { viewAsHeader } from '@wheelhouse/contract/view-as/view-as.ts'
import { authorize } from '../authz/authorize.ts'
import type { Question } from '../authz/authorize.ts'
import { guestOf } from '../authz/view.ts'
import type { Guest } from '../authz/view.ts'
import type { Bearer, VerifyToken } from '../platform/tokens.ts'
import type { Ctx } from '../platform/context.ts'
import { isWithin } from './allowed-networks.ts'
import { invalid } from './errors.ts'
import { issueWords } from './issue-words.ts'
import { unstorableIn } from './storable.ts'

/** What every handler may reach, made once a process. */
export interface Deps extends Omit<Ctx, 'person' | 'correlation_id' | 'idempotency'> {
  verifyToken: VerifyToken
}

/** What the admission of a request needs. */
export interface Gate {
  deps: Deps
  /** Counts the request against its bearer, then waits for its turn. */
  pace: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
  /** Waits until few enough requests of its bearer are under way; a pace of a route's own ends with it. */
  turn: (request: FastifyRequest, reply: FastifyReply) => Promise<void>
}

export type CtxOf<R> = R extends { access: { public: string } } ? Omit<Ctx, 'person'> : Ctx

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

/** Order of refusals (rights): 401, path and query 400, 404, 403; the body is parsed and checked after these. */
export async function admit(
  { deps, pace }: Gate,
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
export async function guestIn(
  deps: Deps,
  route: Route,
  request: FastifyRequest,
  bearer: Bearer,
): Promise<Guest | null> {
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

const noQuery = z.strictObject({})
const anybody: Question = { needs: {}, on: null }

/** Path and query by the schemas of the route; a refusal is returned, because others come before it. */
export function readAddress(
  route: Route,
  request: FastifyRequest,
): { params?: unknown; query?: unknown; refusal?: unknown } {
  try {
    const params = parse(route.params, request.params, 'invalid_path')
    return { params, query: parse(route.query ?? noQuery, request.query, 'invalid_query') }
  } catch (refusal) {
    return { refusal }
  }
}

/** Whose token it is; a missing, wrong or foreign one is refused. */
export async function identify(deps: Deps, request: FastifyRequest): Promise<Bearer> {
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
