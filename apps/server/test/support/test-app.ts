import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey } from 'jose'
import type { FastifyInstance } from 'fastify'
import { uuidv7 } from 'uuidv7'
import type { BatchError, SingleError } from '@wheelhouse/contract/errors.ts'
import { needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { InputOf, ReplyOf, Route } from '@wheelhouse/contract/route.ts'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import type { TestDatabase } from '@wheelhouse/db/test-database.ts'
import { forgetHints } from '../../src/authz/visible.ts'
import { allJobs } from '../../src/features/jobs.ts'
import { allRoutes } from '../../src/features/routes.ts'
import { createApp } from '../../src/http/app.ts'
import { refuseUnknown } from '../../src/http/console-files.ts'
import { openStream } from '../../src/http/stream.ts'
import { openBus } from '../../src/platform/bus.ts'
import type { Db } from '../../src/platform/context.ts'
import type { Deps } from '../../src/http/admission.ts'
import type { On } from '../../src/http/serve.ts'
import { readConfig } from '../../src/platform/config.ts'
import { openJobs } from '../../src/platform/jobs.ts'
import type { JobHandler } from '../../src/platform/jobs.ts'
import { createLog } from '../../src/platform/log.ts'
import { localTokens } from '../../src/platform/tokens.ts'
import { createFactories } from './factories.ts'
import { clockOfTests, ensureMonths, servicesDatabase } from './services-database.ts'

/** What came back over HTTP. */
export interface Answer {
  status: number
  /** The body of any route, looked at by tests field by field. */
  body: any // oxlint-disable-line typescript/no-explicit-any -- tests name the fields they expect
  text: string
  bytes: Uint8Array
  headers: Record<string, unknown>
}

/** Why a call was refused, in the words of the catalogue; an error of many has `error_results`. */
type Refusal = Omit<Answer, 'body'> & { body: SingleError & Partial<BatchError> }
type Input<R extends Route> = Partial<InputOf<R>> & { headers?: Record<string, string> }
/** Input that the contract would not take, or whose fields only the running test knows. */
interface LooseInput {
  params?: object
  query?: object
  body?: unknown
  headers?: object
}

export interface Caller {
  id: string
  token: string
  /** What the route replies. A refusal fails the test with its reason. */
  ask<R extends Route>(route: R, input?: Input<R>): Promise<ReplyOf<R>>
  /** Why the call is refused. A call that succeeds fails the test. */
  refused(route: Route, input?: LooseInput): Promise<Refusal>
  /** Whatever came back, with its status, headers and bytes. */
  call<R extends Route>(route: R, input?: Partial<InputOf<R>> & Record<string, unknown>): Promise<Answer>
  /** The same for input that the compiler cannot or should not check. */
  send(route: Route, input?: LooseInput): Promise<Answer>
}

const issuer = 'http://identity.test'
/** Seals what tests keep. */
export const testKey = 'the key of an installation for tests'

/** A clock that tests move by hand. */
export function fakeClock(start = clockOfTests) {
  let now = start.getTime()
  return { now: () => new Date(now), advance: (ms: number) => void (now += ms) }
}

/** The real API over a real database for this test file alone, with a clock to move and people to call as. */
export async function testApp(
  settings: Record<string, string> = {},
  plan?: (on: On) => void,
  pingMs?: number,
  moreJobs: JobHandler[] = [],
  given?: TestDatabase,
) {
  const database = given ?? (await servicesDatabase())
  const clock = fakeClock()
  if (given) await ensureMonths(given)
  const keys = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(keys.publicKey)), kid: 'test', alg: 'ES256' }
  const url = database.urls.services
  const pool = openPool(url)
  const config = readConfig({
    DATABASE_URL: url,
    WHEELHOUSE_DATA: '/nowhere',
    WHEELHOUSE_KEY: testKey,
    REQUESTS_PER_MINUTE: '1000000',
    CHECK_REPLIES: '1',
    FRESH_SIGN_IN_S: '0',
    ...settings,
  })
  const log = createLog(process.env.TEST_LOG ?? 'silent')
  const jobs = openJobs(url, log, [...allJobs, ...moreJobs], true)
  const deps: Deps = {
    db: openDatabase(pool) as Db,
    clock,
    config,
    log,
    jobs,
    verifyToken: localTokens({ keys: [jwk] }, { ...config.identity, issuer }),
  }
  const bus = await openBus(url, deps.log)
  bus.on((message) => message.kind === 'rights' && forgetHints())
  const live = openStream(deps.db, bus, deps.log, pingMs)
  const app = await createApp(deps, [...(plan ? [plan] : []), ...allRoutes, live.register])
  refuseUnknown(app)
  await app.ready()
  const make = createFactories(database.db as Db, clock)

  async function person(
    grants: { group_id: string; needs: Needs }[],
    organization_id: string | null = null,
  ): Promise<Caller> {
    const id = await make.consoleUser(organization_id)
    for (const { group_id, needs } of grants)
      await make.grant(
        id,
        group_id,
        needsOf(needs).flatMap(([type, list]) => list.map((action) => [type, action] as const)),
      )
    return caller(app, id, await tokenFor(keys.privateKey, id))
  }

  return {
    ...deps,
    clock,
    app,
    bus,
    live,
    make,
    person,
    url,
    urls: database.urls,
    /** Of the superuser: a test may change what the services may not. */
    pool: database.pool,
    servicesPool: pool,
    token: (id: string, claims?: Record<string, unknown>, expires?: number) =>
      tokenFor(keys.privateKey, id, claims, expires),
    /** Of a token that the test made; the headers go with each call. */
    as: (id: string, token: string, headers?: Record<string, string>) => caller(app, id, token, headers),
    /** All jobs that wait, in their order, until none is left; answers how many ran. */
    runJobs: () => jobs.drain(deps),
    /** Resolves when so many statements wait for a lock that the test holds; fails when they do not come. */
    async waitingForLocks(count: number) {
      const waiting = `select count(*) as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      const until = performance.now() + locksAtMostMs
      while (Number((await database.pool.query<{ n: number }>(waiting)).rows[0]?.n) < count)
        if (performance.now() > until) throw new Error(`Fewer than ${count} statements wait for a lock`)
    },
    async end() {
      live.close()
      await jobs.stop()
      await app.close()
      await bus.close()
      await pool.end()
      await database.drop()
    },
  }
}
/** It ends what would hang, and decides nothing else: on a busy machine a statement may take long to come to its lock. */
const locksAtMostMs = 60_000

export type TestApp = Awaited<ReturnType<typeof testApp>>

async function tokenFor(
  key: CryptoKey,
  sub: string,
  claims: Record<string, unknown> = {},
  expires: string | number = '1h',
): Promise<string> {
  return new SignJWT({ gid: uuidv7(), scope: 'signin.user.admin console.user', ...claims })
    .setProtectedHeader({ alg: 'ES256', kid: 'test' })
    .setIssuer(issuer)
    .setAudience('wheelhouse-api')
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(expires)
    .sign(key)
}

function caller(app: FastifyInstance, id: string, token: string, headers: Record<string, string> = {}): Caller {
  const send = (route: Route, input: LooseInput = {}): Promise<Answer> =>
    callRoute(app, token, route, { ...input, headers: { ...headers, ...input.headers } })
  return {
    id,
    token,
    call: send,
    send,
    async ask(route, input) {
      const { status, body, text } = await send(route, input)
      if (status >= 400) throw new Error(`${route.method} ${route.path} was refused with ${status}: ${text}`)
      return body
    },
    async refused(route, input) {
      const answer = await send(route, input)
      if (answer.status < 400) throw new Error(`${route.method} ${route.path} was not refused: ${answer.text}`)
      return answer
    },
  }
}

/** Calls a declared route by HTTP; without a token when it is null. */
export async function callRoute(
  app: FastifyInstance,
  token: string | null,
  route: Route,
  input: Record<string, unknown> = {},
): Promise<Answer> {
  const params = (input.params ?? {}) as Record<string, string>
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
  const query = new URLSearchParams(
    Object.entries((input.query ?? {}) as Record<string, unknown>).flatMap(([key, value]) =>
      [value].flat().map((one) => [key, String(one)]),
    ),
  )
  const reply = await app.inject({
    method: route.method,
    url: query.size > 0 ? `${path}?${query}` : path,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(input.headers as Record<string, string> | undefined),
    },
    ...(input.body === undefined ? {} : { payload: input.body as object }),
  })
  return {
    status: reply.statusCode,
    body: safeJson(reply.payload),
    text: reply.payload,
    bytes: reply.rawPayload,
    headers: reply.headers,
  }
}

function safeJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
