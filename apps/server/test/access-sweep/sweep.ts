import { isNeeds, isPublic, needsOf } from '@wheelhouse/contract/access.ts'
import type { Needs } from '@wheelhouse/contract/access.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { readAction } from '../../src/authz/rights.ts'
import { callRoute } from '../support/test-app.ts'
import type { Answer, Caller } from '../support/test-app.ts'
import { named } from './fixtures.ts'
import type { Fixtures } from './fixtures.ts'

const unknownId = '01900000-0000-7000-8000-000000000000'

const paramsWith = (route: Route, ids: Record<string, string>): Record<string, string> =>
  Object.fromEntries(
    [...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name as string, ids[name as string] ?? unknownId]),
  )

/** The cheapest comes first. */
const checks = [noToken, missingActions, foreignRow, orderOfRefusals, versions]

/** Compares the running route with what it declared when the sweep began. Returns a sentence for each fault. */
export async function faultsOf(fixtures: Fixtures, declared: Route): Promise<string[]> {
  const faults = await Promise.all(checks.map((check) => check(fixtures, declared)))
  return faults.flat().map((fault) => `${named(declared)}: ${fault}`)
}

/** Whether there is any fault; once a check has found one, the others are not made. */
export async function isFaulty(fixtures: Fixtures, declared: Route): Promise<boolean> {
  for (const check of checks) if ((await check(fixtures, declared)).length > 0) return true
  return false
}

async function noToken(fixtures: Fixtures, route: Route): Promise<string[]> {
  if (isPublic(route.access)) return []
  const garbage = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, name]) => [name, 'not-an-id']))
  const faults: string[] = []
  for (const token of [null, 'not.a.token']) {
    const answer = await callRoute(fixtures.w.app, token, route, {
      params: garbage,
      query: { nonsense: '1' },
      body: route.body ? 'nonsense' : undefined,
    })
    if (answer.status !== 401 || answer.body?.error_code !== 'unauthorized')
      faults.push(`answers ${answer.status} without a token`)
  }
  return faults
}

async function missingActions(fixtures: Fixtures, route: Route): Promise<string[]> {
  if (!isNeeds(route.access)) return []
  const faults: string[] = []
  for (const [type, wanted] of needsOf(route.access))
    for (const action of wanted) {
      const caller = await callerWith(fixtures, route, without(route.access, type, action))
      const answer = await callWith(fixtures, caller, route, fixtures.ours)
      const isHidden = route.on !== undefined && type in route.on && action === readAction(type)
      if (answer.status !== (isHidden ? 404 : 403))
        faults.push(`answers ${answer.status} to a person without ${type} ${action}`)
    }
  return faults
}

async function foreignRow(fixtures: Fixtures, route: Route): Promise<string[]> {
  if (!route.on || !isNeeds(route.access)) return []
  const caller = await callerWith(fixtures, route, route.access)
  const [foreign, unknown] = [
    await callWith(fixtures, caller, route, fixtures.foreign),
    await callWith(fixtures, caller, route, {}, unknownId),
  ]
  if (foreign.status !== 404) return [`answers ${foreign.status} for a foreign id`]
  const same =
    foreign.text === unknown.text && foreign.status === unknown.status && headersOf(foreign) === headersOf(unknown)
  return same ? [] : ['a foreign id and an unknown id get different answers']
}

/** A wrong body answers 404 on a foreign row and 400 on a visible one. */
async function orderOfRefusals(fixtures: Fixtures, route: Route): Promise<string[]> {
  if (!route.body || !route.on || !isNeeds(route.access)) return []
  const caller = await callerWith(fixtures, route, route.access)
  const call = (ids: Record<string, string>) =>
    callRoute(fixtures.w.app, caller.token, route, { params: paramsWith(route, ids), body: { unknown_field: 1 } })
  const [ours, foreign] = [await call(fixtures.ours), await call(fixtures.foreign)]
  return ours.status === 400 && foreign.status === 404
    ? []
    : [`a wrong body answers ${ours.status} on an own row, ${foreign.status} on a foreign one`]
}

/**
 * An edit without a version, or with one that never existed, changes nothing. The row is the one of the sample, whose state
 * allows the edit; where its answer to a wrong version is another, the row of the place.
 */
async function versions(fixtures: Fixtures, route: Route): Promise<string[]> {
  if (!route.needsVersion || !isNeeds(route.access)) return []
  const caller = await callerWith(fixtures, route, route.access)
  const { params, body, wrongVersionStatus } = fixtures.sampleOf(route)
  const ownRow = wrongVersionStatus === undefined ? params : {}
  const call = (headers: Record<string, string>) =>
    callRoute(fixtures.w.app, caller.token, route, {
      params: { ...paramsWith(route, fixtures.ours), ...ownRow },
      body: route.body ? body : undefined,
      headers,
    })
  const tries = [
    [await call({}), 428],
    [await call({ 'if-match': 'seven' }), 400],
    [await call({ 'if-match': '"999999999"' }), wrongVersionStatus ?? 412],
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

/**
 * Holds these needs, may see the resource that the route names, and holds something else as well, so that the test is not
 * about a person without any role.
 */
async function callerWith(fixtures: Fixtures, route: Route, needs: Needs): Promise<Caller> {
  const own = route.on ? (Object.keys(route.on) as (keyof Needs)[]) : []
  const declared = isNeeds(route.access) ? route.access : {}
  const held = new Map<string, string[]>([['console', ['DEVELOP']]])
  const add = (type: string, actions: readonly string[]) => held.set(type, [...(held.get(type) ?? []), ...actions])
  for (const [type, actions] of needsOf(needs)) add(type, actions)
  for (const type of own) if (!declared[type]?.includes(readAction(type))) add(type, [readAction(type)])
  for (const [type, actions] of needsOf(fixtures.sampleOf(route).alsoNeeds ?? {})) add(type, actions)
  const distinct = [...held].map(([type, actions]) => [type, [...new Set(actions)]] as const)
  const filled = Object.fromEntries(distinct.filter(([, actions]) => actions.length > 0)) as Needs
  return fixtures.w.person([{ group_id: fixtures.group_id, needs: filled }])
}

const callWith = (
  fixtures: Fixtures,
  caller: Caller,
  route: Route,
  ids: Record<string, string>,
  fallback?: string,
): Promise<Answer> => {
  const params = paramsWith(route, ids)
  if (fallback) for (const name of Object.values(route.on ?? {})) params[name] = fallback
  return callRoute(fixtures.w.app, caller.token, route, {
    params,
    query: fixtures.sampleOf(route).query,
    body: route.body ? fixtures.sampleOf(route).body : undefined,
  })
}
