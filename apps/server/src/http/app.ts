import { constants } from 'node:zlib'
import { fastify, LogController } from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest, FastifyBaseLogger } from 'fastify'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import { serializerCompiler } from 'fastify-type-provider-zod'
import type { ZodType } from 'zod'
import { uuidv7 } from 'uuidv7'
import { AppError } from '@wheelhouse/contract/errors.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { answerBrokenRequest } from './broken-requests.ts'
import { networkOf } from './caller-network.ts'
import { closeInTime } from './closing.ts'
import { rememberPaths } from './console-files.ts'
import { isFromElsewhere } from './demonstration.ts'
import { invalid, sendError, useErrors } from './errors.ts'
import { issueWords } from './issue-words.ts'
import { useOpenApi } from './openapi.ts'
import { bearerOf, useAdmission } from './admission.ts'
import { refused } from './serve.ts'
import type { Deps } from './admission.ts'
import type { On } from './serve.ts'
import { replyHeaders, securityHeaders, strictTransport } from './security-headers.ts'
import { unstorableIn } from './storable.ts'
import { openTurns } from './turns.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    contract?: Route
  }
}

/** A refused caller reads `retry-after` alone; three headers on each reply told the others nothing. */
const noRateHeaders = { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false }
const addressAtMost = 8_192
const bodyAtMost = 1_048_576
/**
 * Long enough for a body of a megabyte on any connection. A client that sends more slowly is disconnected, so that it
 * does not hold a socket.
 */
const requestTimeoutMs = 30_000
const checkEveryMs = 2_000

/** The API for main and for tests: the same routes, hooks and refusals; the caller listens or injects. */
export async function createApp(deps: Deps, features: readonly ((on: On) => void)[]): Promise<FastifyInstance> {
  const loggerInstance: FastifyBaseLogger = deps.log
  const app: FastifyInstance = fastify({
    loggerInstance,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => uuidv7(),
    // The request's id is written where something is logged, so that a request needs no logger of its own.
    childLoggerFactory: (log) => log,
    bodyLimit: bodyAtMost,
    // A proxy appends the caller's address; the caller can forge everything before it.
    trustProxy: deps.config.is_behind_proxy && ((_address, hop) => hop === 0),
    // Node looks for slow requests every 30 s only, so that they would hold their connection twice as long.
    http: { connectionsCheckingInterval: checkEveryMs },
    requestTimeout: requestTimeoutMs,
    clientErrorHandler: answerBrokenRequest,
    routerOptions: { maxParamLength: 200, ignoreTrailingSlash: false },
    frameworkErrors: (error, request, reply) => void sendError(error, request, withHeaders(request.id, reply)),
    return503OnClosing: true,
  })
  app.removeContentTypeParser('text/plain')
  rememberPaths(app)
  closeInTime(app)
  useErrors(app)
  useValidation(app)
  useAdmission(app)
  useHeaders(app, deps)
  // A page of 27 kB takes 0.08 ms with zstd, 0.36 ms with gzip or brotli at its usual quality, and comes out as small.
  const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 2 } }
  await app.register(compress, { threshold: 2_048, encodings: ['zstd', 'br', 'gzip'], brotliOptions })
  // Only who is signed in is counted, by person and also when refused; files and probes are cheap, and many people share an address.
  await app.register(rateLimit, {
    global: false,
    addHeaders: noRateHeaders,
    addHeadersOnExceeding: noRateHeaders,
    max: deps.config.requests_per_minute,
    timeWindow: 60_000,
    keyGenerator: (request) => bearerOf(request)?.sub ?? networkOf(request.ip),
    errorResponseBuilder: (_request, { ttl }) =>
      new AppError('too_many_requests', { retry_after_s: Math.ceil(ttl / 1000) }),
  })
  const limit = app.rateLimit()
  const turn = openTurns(deps.config.requests_at_once).enter
  const pace: On['pace'] = async (request, reply) => {
    await limit.call(app, request, reply)
    await turn(request, reply)
  }
  await useOpenApi(app, deps.config)
  await app.register(async (api) => {
    for (const feature of features) feature({ app: api, deps, pace, turn })
  })
  return app
}

// Path and query were read by the admission; only the body is left, and it comes after 404 and 403.
function useValidation(app: FastifyInstance): void {
  app.setValidatorCompiler<ZodType>(({ schema, httpPart }) => (value: unknown) => {
    if (httpPart !== 'body') return { value }
    const result = schema.safeParse(value, { error: issueWords })
    if (!result.success) return { error: invalid('invalid_body', result.error) }
    const unstorable = unstorableIn(result.data)
    return unstorable === null ? { value: result.data } : { error: new AppError('invalid_body', { field: unstorable }) }
  })
  // The package types it for schemas of zod alone, which every route has.
  const checked = serializerCompiler as Parameters<FastifyInstance['setSerializerCompiler']>[0]
  // A refusal is made of the catalogue and needs no check against two shapes; replies are checked and stripped.
  app.setSerializerCompiler((route) => (Object.is(route.schema, refused) ? JSON.stringify : checked(route)))
}

const withHeaders = (
  id: string,
  reply: FastifyReply,
  headers: Record<string, string> = securityHeaders,
): FastifyReply => reply.headers(headers).header('x-correlation-id', id)

// With a callback, not async: each of these runs for each request.
function useHeaders(app: FastifyInstance, deps: Deps): void {
  const isHttps = deps.config.console_url.startsWith('https:')
  app.addHook('onRequest', (request, reply, next) => {
    withHeaders(request.id, reply, request.routeOptions.config.contract ? replyHeaders : securityHeaders)
    if (isHttps) void reply.headers(strictTransport)
    next(refusalOf(request, deps))
  })
  app.addHook('onSend', (request, reply, payload, next) => {
    if (request.routeOptions.config.contract && !reply.hasHeader('cache-control'))
      void reply.header('cache-control', 'no-store')
    next(null, payload)
  })
}

function refusalOf({ raw }: FastifyRequest, deps: Deps): AppError | undefined {
  if (raw.url && raw.url.length > addressAtMost) return new AppError('address_too_long')
  if (deps.config.is_demonstration && isFromElsewhere(raw)) return new AppError('demonstration_only_local')
  return undefined
}
