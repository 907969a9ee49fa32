import type { FastifyInstance } from 'fastify'
import { isNeeds, isPublic, needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { callRoute } from '../support/test-app.ts'
import type { Answer, Caller, TestApp } from '../support/test-app.ts'

/** A place of two organizations: `ours` is seen by the callers of the sweep, `foreign` is not. */
export interface Fixtures {
  world: TestApp
  group_id: string
  ours: Record<string, string>
  foreign: Record<string, string>
  bodies: Record<string, unknown>
  /** Of routes whose address needs more than its path. */
  queries: Record<string, Record<string, string>>
  /** Writes that only a row of their own allows: the row, where the sample is to succeed. */
  instead: Record<string, Record<string, string>>
}

const unknownId = '01900000-0000-7000-8000-000000000000'

export const named = (route: Route): string => `${route.method} ${route.path}`

/** Every route that the running app serves, from its router and not from a list. */
export function routesOf(collected: Route[]): Route[] {
  return [...new Map(collected.map((route) => [named(route), route])).values()]
}

export const collectRoutes = (app: FastifyInstance, into: Route[]): void =>
  void app.addHook('onRoute', (options) => {
    const contract = (options.config as { contract?: Route } | undefined)?.contract
    if (contract && options.method !== 'HEAD') into.push(contract)
  })

const paramsWith = (route: Route, ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, ids[name as string] ?? unknownId]),
  )

/** Faults of one route against what it declared when the sweep was told (`declared`), in words; none is good. */
export async function faultsOf(ground: Fixtures, declared: Route): Promise<string[]> {
  const checks = [
    noToken(ground, declared),
    missingActions(ground, declared),
    foreignRow(ground, declared),
    orderOfRefusals(ground, declared),
    versions(ground, declared),
  ]
  return (await Promise.all(checks)).flat().map((fault) => `${named(declared)}: ${fault}`)
}

async function noToken(ground: Fixtures, route: Route): Promise<string[]> {
  if (isPublic(route.access)) return []
  const garbage = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'not-an-id']))
  const faults: string[] = []
  for (const token of [null, 'not.a.token']) {
    const answer = await callRoute(ground.world.app, token, route, {
      params: garbage,
      query: { nonsense: '1' },
      body: route.body ? 'nonsense' : undefined,
    })
    if (answer.status !== 401 || answer.body?.error_code !== 'unauthorized')
      faults.push(`answers ${answer.status} without a token`)
  }
  return faults
}

async function missingActions(ground: Fixtures, route: Route): Promise<string[]> {
  if (!isNeeds(route.access)) return []
  const faults: string[] = []
  for (const [type, wanted] of needsOf(route.access))
    for (const action of wanted) {
      const caller = await callerWith(ground, route, without(route.access, type, action))
      const answer = await callWith(ground, caller, route, ground.ours)
      const isHidden = route.on !== undefined && type in route.on && action === 'GET'
      if (answer.status !== (isHidden ? 404 : 403))
        faults.push(`answers ${answer.status} to a person without ${type} ${action}`)
    }
  return faults
}

async function foreignRow(ground: Fixtures, route: Route): Promise<string[]> {
  if (!route.on || !isNeeds(route.access)) return []
  const caller = await callerWith(ground, route, route.access)
  const [foreign, unknown] = [
    await callWith(ground, caller, route, ground.foreign),
    await callWith(ground, caller, route, {}, unknownId),
  ]
  if (foreign.status !== 404) return [`answers ${foreign.status} for a foreign id`]
  const same =
    foreign.text === unknown.text && foreign.status === unknown.status && headersOf(foreign) === headersOf(unknown)
  return same ? [] : ['a foreign id and an unknown id get different answers']
}

/** A wrong body on a foreign row is 404, on one's own 400. */
async function orderOfRefusals(ground: Fixtures, route: Route): Promise<string[]> {
  if (!route.body || !route.on || !isNeeds(route.access)) return []
  const caller = await callerWith(ground, route, route.access)
  const call = (ids: Record<string, string>) =>
    callRoute(ground.world.app, caller.token, route, { params: paramsWith(route, ids), body: { unknown_field: 1 } })
  const [ours, foreign] = [await call(ground.ours), await call(ground.foreign)]
  return ours.status === 400 && foreign.status === 404
    ? []
    : [`a wrong body answers ${ours.status} on an own row, ${foreign.status} on a foreign one`]
}

/**
 * Of these samples it is said first that they cannot be, or are done already (rights: order of refusals); tests of their own
 * ask them for the version. May only shrink.
 */
const saidFirst: Readonly<Record<string, number>> = {
  'DELETE /location/v1/locations/:location_id': 409,
  'POST /location/v1/locations/:location_id/launch': 409,
  'PUT /device/v1/devices/:device_id/hardware': 200,
  'POST /device/v1/devices/:device_id/qr-code/confirmation': 409,
  'POST /device/v1/devices/:device_id/kept': 200,
}

/** An edit without a version, and one of a version that never was, change nothing. */
async function versions(ground: Fixtures, route: Route): Promise<string[]> {
  if (!route.needsVersion || !isNeeds(route.access)) return []
  const caller = await callerWith(ground, route, route.access)
  const call = (headers: Record<string, string>) =>
    callRoute(ground.world.app, caller.token, route, {
      params: paramsWith(route, ground.ours),
      body: route.body ? ground.bodies[named(route)] : undefined,
      headers,
    })
  const tries = [
    [await call({}), 428],
    [await call({ 'if-match': 'seven' }), 400],
    [await call({ 'if-match': '"999999999"' }), saidFirst[named(route)] ?? 412],
  ] as const
  return tries
    .filter(([answer, status]) => answer.status !== status)
    .map(([answer, status]) => `answers ${answer.status} instead of ${status} to a version`)
}

function headersOf(answer: Answer): string {
  const { date: _date, 'x-correlation-id': _id, ...rest } = answer.headers
  for (const name of Object.keys(rest)) if (name.startsWith('x-ratelimit')) delete rest[name]
  return JSON.stringify(rest)
}

function without(needs: Needs, type: string, action: string): Needs {
  return Object.fromEntries(
    needsOf(needs).map(([one, wanted]) => [one, one === type ? wanted.filter((held) => held !== action) : wanted]),
  ) as Needs
}

/** Holds these needs, sees the resource the route names, and holds something else besides, so that an empty role is not what is tested. */
async function callerWith(ground: Fixtures, route: Route, needs: Needs): Promise<Caller> {
  const own = route.on ? (Object.keys(route.on) as (keyof Needs)[]) : []
  const asks = isNeeds(route.access) ? route.access : {}
  const readAction = Object.fromEntries(
    own.filter((type) => !asks[type]?.includes('GET')).map((type) => [type, ['GET', ...(needs[type] ?? [])]]),
  ) as Needs
  const rest: Needs = { ...needs, ...readAction, report: ['CREATE_REPORT'] }
  // The sample command's own right, asked by its verb.
  if (route.path.endsWith('/commands') && route.method === 'POST')
    rest.device = [...(rest.device ?? []), 'SETSTATUS'] as unknown as NonNullable<Needs['device']>
  const filled = Object.fromEntries(Object.entries(rest).filter(([, wanted]) => wanted.length > 0)) as Needs
  return ground.world.person([{ group_id: ground.group_id, needs: filled }])
}

const callWith = (
  ground: Fixtures,
  caller: Caller,
  route: Route,
  ids: Record<string, string>,
  fallback?: string,
): Promise<Answer> => {
  const params = paramsWith(route, ids)
  if (fallback) for (const name of Object.values(route.on ?? {})) params[name] = fallback
  return callRoute(ground.world.app, caller.token, route, {
    params,
    query: ground.queries[named(route)],
    body: route.body ? ground.bodies[named(route)] : undefined,
  })
}
