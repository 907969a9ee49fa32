import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { isNeeds, isPublic } from '@wheelhouse/contract/access.ts'
import type { Needs, ResourceType } from '@wheelhouse/contract/access.ts'
import { AppError, BatchError, SingleError } from '@wheelhouse/contract/errors.ts'
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { authorize } from '../features/permissions/authorize.ts'
import type { Question } from '../features/permissions/authorize.ts'
import type { VerifyToken } from '../platform/tokens.ts'
import type { Ctx } from './context.ts'
import { invalid } from './errors.ts'

/** What every handler may reach, made once a process. */
export interface Deps extends Omit<Ctx, 'person' | 'correlation_id'> {
  verifyToken: VerifyToken
}

export interface On {
  app: FastifyInstance
  deps: Deps
}

export interface Input<R> {
  params: ParamsOf<R>
  query: QueryOf<R>
  body: BodyOf<R>
}
type CtxOf<R> = R extends { access: { public: string } } ? Omit<Ctx, 'person'> : Ctx
export type Handler<R> = (input: Input<R>, ctx: CtxOf<R>) => Promise<ReplyOf<R>> | ReplyOf<R>

/** The request's own part, set by the admission and read by the handler. */
interface Admitted {
  params: unknown
  query: unknown
  ctx: Omit<Ctx, 'person'> & { person?: Ctx['person'] }
}
const admitted = new WeakMap<FastifyRequest, Admitted>()
export const admittedTo = (request: FastifyRequest): Admitted | undefined => admitted.get(request)

/** Registers a route of the contract. A declaration without its access is refused at start. */
export function serve<R extends Route>(on: On, route: R, handler: Handler<R>): void {
  if (!route.access || Object.keys(route.access).length === 0) throw new Error(`${route.method} ${route.path} declares no access`)
  on.app.route({
    method: route.method,
    url: route.path,
    config: { contract: route },
    schema: schemaOf(route),
    onRequest: (request) => admit(on.deps, route, request),
    handler: async (request, reply) => {
      const { params, query, ctx } = admitted.get(request) as Admitted
      const answer = await handler({ params, query, body: request.body } as Input<R>, ctx as CtxOf<R>)
      return route.reply ? answer : reply.code(204).send()
    },
  })
}

/** Order of refusals (rights): 401, path and query 400, 404, 403; the body is parsed and checked after these. */
export async function admit(deps: Deps, route: Route, request: FastifyRequest): Promise<void> {
  const bearer = isPublic(route.access) ? null : await bearerOf(deps, request)
  const params = parse(route.params, request.params, 'invalid_path')
  const query = parse(route.query ?? noQuery, request.query, 'invalid_query')
  const person = bearer ? await authorize(deps.db, bearer, questionOf(route, params)) : undefined
  const { verifyToken: _, ...rest } = deps
  admitted.set(request, { params, query, ctx: { ...rest, correlation_id: request.id, person } })
}

const noQuery = z.strictObject({})

async function bearerOf(deps: Deps, request: FastifyRequest) {
  const token = /^Bearer ([\w.~+/=-]+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const bearer = token ? await deps.verifyToken(token) : null
  if (!bearer) throw new AppError('unauthorized')
  return bearer
}

function parse(schema: z.ZodType | undefined, value: unknown, code: 'invalid_path' | 'invalid_query'): unknown {
  if (!schema) return value
  const result = schema.safeParse(value)
  if (!result.success) throw invalid(code, result.error)
  return result.data
}

function questionOf(route: Route, params: unknown): Question {
  const needs: Needs = isNeeds(route.access) ? route.access : {}
  const [named] = Object.entries(route.on ?? {}) as [ResourceType, string][]
  return { needs, on: named ? { type: named[0], id: String((params as Record<string, unknown>)[named[1]]) } : null }
}

const refusal = z.union([SingleError, BatchError])

function schemaOf(route: Route) {
  return {
    summary: route.summary,
    tags: [route.path.split('/')[1] || 'console'],
    ...(isPublic(route.access) ? { security: [], description: `No token: ${route.access.public}.` } : {}),
    ...(route.params ? { params: route.params } : {}),
    ...(route.query ? { querystring: route.query } : {}),
    ...(route.body ? { body: route.body } : {}),
    response: { ...(route.reply ? { 200: route.reply } : { 204: z.void() }), '4xx': refusal },
  }
}
