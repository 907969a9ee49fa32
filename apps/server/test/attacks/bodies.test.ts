import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { createPointOfInterest } from '@wheelhouse/contract/points-of-interest/points-of-interest.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { createFixtures, named } from '../access-sweep/fixtures.ts'
import type { Fixtures } from '../access-sweep/fixtures.ts'
import { needsTogether } from '../access-sweep/needs.ts'
import { callRoute } from '../support/test-app.ts'
import type { Answer, Caller } from '../support/test-app.ts'
import { slowTextOf } from './slow-patterns.ts'
import { bodyWith, textFieldsOf } from './text-fields.ts'
import type { TextField } from './text-fields.ts'

let fixtures: Fixtures
let everything: string
beforeAll(async () => {
  fixtures = await createFixtures()
  everything = await fixtures.w.make.group({ type: 'system', covers_everything: true })
})
afterAll(() => fixtures.w.end())

const callers = new Map<string, Caller>()
/** May see everything, and do what the route and its sample need. */
async function callerFor(route: Route): Promise<Caller> {
  const needs = needsTogether([route.access, fixtures.sampleOf(route).alsoNeeds ?? {}])
  const key = JSON.stringify(needs)
  const caller = callers.get(key) ?? (await fixtures.w.person([{ group_id: everything, needs }]))
  callers.set(key, caller)
  return caller
}

const withBody = (): Route[] =>
  fixtures.routes.filter(({ body, method }) => body instanceof z.ZodType && method !== 'GET')
const sampleBody = (route: Route): unknown => fixtures.sampleOf(route).body ?? {}

/** Sends a body as it is; a version is the present one. */
async function send(route: Route, body: unknown): Promise<Answer> {
  const { params, query } = fixtures.sampleOf(route)
  const { token } = await callerFor(route)
  const call = (version: number): Promise<Answer> =>
    callRoute(fixtures.w.app, token, route, {
      params: { ...fixtures.ours, ...params },
      query,
      body,
      headers: { 'content-type': 'application/json', ...(route.needsVersion ? { 'if-match': `"${version}"` } : {}) },
    })
  const first = await call(1)
  return first.body?.error_code === 'stale_version' ? call(first.body.version) : first
}

/** Some routes allow a person few calls. */
const isRefusal = (status: number): boolean => status === 400 || status === 429

describe('bodies that the console never sends', () => {
  test.each([
    ['arrays', '[', ']'],
    ['objects', '{"a":', '}'],
  ])(
    '%s within each other, 10,000 deep and as deep as a body may be: refused by each route, and nothing fails',
    async (_kind, open, close) => {
      const faults: string[] = []
      const deep = (depth: number): string => `${open.repeat(depth)}1${close.repeat(depth)}`
      const tryBody = async (route: Route, text: string): Promise<void> => {
        const { status } = await send(route, text)
        if (status >= 500 || status < 400) faults.push(`${named(route)} answers ${status}`)
      }
      for (const route of withBody()) {
        const [name] = Object.keys(Object(sampleBody(route)))
        await tryBody(route, deep(10_000))
        if (name !== undefined) await tryBody(route, `{${JSON.stringify(name)}:${deep(10_000)}}`)
      }
      await tryBody(createPointOfInterest, deep(Math.floor(900_000 / (open.length + close.length))))
      expect(faults).toEqual([])
    },
  )

  test('of a key that comes twice the last value counts, for the check as for the row', async () => {
    const faults: string[] = []
    for (const route of withBody()) {
      const sample = sampleBody(route)
      const text = JSON.stringify(sample)
      for (const name of Object.keys(Object(sample))) {
        const twice = `${text.slice(0, -1)},${JSON.stringify(name)}:{"nonsense":[]}}`
        if (route.body?.safeParse(JSON.parse(twice)).success !== false) continue
        const { status } = await send(route, twice)
        if (!isRefusal(status)) faults.push(`${named(route)} answers ${status} to ${name} twice`)
      }
    }
    expect(faults).toEqual([])
    const pump = JSON.stringify(sampleBody(createPointOfInterest)).slice(1)
    const { status, body } = await send(
      createPointOfInterest,
      `{"label":5,"label":"First",${pump.slice(0, -1)},"label":"Last"}`,
    )
    expect([status, body.label]).toEqual([200, 'Last'])
  })

  test('a prototype in a body is refused by each route', async () => {
    const faults: string[] = []
    for (const route of withBody()) {
      const text = `{"__proto__":{"is_admin":true},${JSON.stringify(Object(sampleBody(route))).slice(1)}`
      const { status } = await send(route, text.replace(',}', '}'))
      if (!isRefusal(status)) faults.push(`${named(route)} answers ${status}`)
    }
    expect(faults).toEqual([])
  })
})

describe('slow patterns', () => {
  test('no text of 100 kB takes more than its share of time, in a body, a query or a path of any route', () => {
    const seen = new Set<z.ZodType>()
    const faults: string[] = []
    for (const route of fixtures.routes)
      for (const part of [route.body, route.query, route.params])
        for (const { schema, path } of textFieldsOf(part)) {
          if (seen.has(schema)) continue
          seen.add(schema)
          const slow = slowTextOf(schema, 10_000)
          if (slow !== null) faults.push(`${named(route)} ${path.join('.')}: ${slow}`)
        }
    expect(faults).toEqual([])
    expect(seen.size).toBeGreaterThan(150)
  })

  test('planted: a pattern whose work grows with the square of the text is noticed', () => {
    expect(slowTextOf(z.string().regex(/^(?!.*a.*b).*$/s), 1_000)).toContain('aaaa')
    expect(slowTextOf(z.string().regex(/^[a-z]+$/), 2_000)).toBeNull()
  })
})

/** Texts that are searched for. */
const isAskedFor = (name: string): boolean => /\/(look-ups|selections) q$/.test(name)
/** Texts that are left out: of an entry of another kind, or where the sample changes nothing. */
const leftOut: readonly string[] = [
  'PUT /location/v1/locations/:location_id/outages/:outage_id/assignee note',
  'POST /maintenance/v1/locations/:location_id/maintenance-log old_firmware_version',
  'POST /maintenance/v1/locations/:location_id/maintenance-log new_firmware_version',
  'POST /maintenance/v1/locations/:location_id/maintenance-log reason',
  'POST /maintenance/v1/locations/:location_id/maintenance-log resolution',
  'PUT /maintenance/v1/locations/:location_id/maintenance-log/:log_entry_id old_firmware_version',
  'PUT /maintenance/v1/locations/:location_id/maintenance-log/:log_entry_id new_firmware_version',
  'POST /maintenance/v1/maintenance-log/moves resolution',
]

describe('script in a text', () => {
  interface Tried extends TextField {
    route: Route
    probe: string
    answer: Answer
  }
  const nameOf = ({ route, path }: Tried): string => `${named(route)} ${path.join('.')}`
  /** Each text of each body that takes the probe by itself, put into the sample. */
  async function tryEveryText(): Promise<Tried[]> {
    const tried: Tried[] = []
    for (const route of withBody())
      for (const { path, schema } of textFieldsOf(route.body)) {
        const probe = `<script>alert(${tried.length})</script>`
        const body = schema.safeParse(probe).success ? bodyWith(sampleBody(route), path, probe) : null
        if (body !== null) tried.push({ route, path, schema, probe, answer: await send(route, body) })
      }
    return tried
  }
  /** Numbers of the probes that a row of any table holds as they were sent. */
  async function storedProbes(): Promise<Set<string>> {
    const { pool } = fixtures.w
    const tables = await pool.query<{ name: string }>(
      `select c.oid::regclass::text as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition`,
    )
    const stored = new Set<string>()
    for (const { name } of tables.rows) {
      const { rows } = await pool.query<{ probe: string }>(
        `select distinct found[1] as probe from ${name} t,
           regexp_matches(to_jsonb(t)::text, '<script>alert\\(\\d+\\)</script>', 'g') found`,
      )
      for (const { probe } of rows) stored.add(probe)
    }
    return stored
  }

  test('each text of each body takes it, keeps it as it is, and answers with JSON that no browser runs', async () => {
    const tried = await tryEveryText()
    const refused: string[] = []
    for (const one of tried) {
      if (one.answer.status < 400) continue
      // What refuses a plain text too has a form, such as an address, or its sample is done.
      const plain = await send(one.route, bodyWith(sampleBody(one.route), one.path, 'Plain words of the same kind'))
      if (plain.status < 300 && !isAskedFor(nameOf(one))) refused.push(`${nameOf(one)}: ${one.answer.text}`)
    }
    expect(refused).toEqual([])
    const taken = tried.filter(({ answer }) => answer.status < 300)
    const running = taken.filter(
      ({ answer: { status, headers } }) =>
        headers['x-content-type-options'] !== 'nosniff' ||
        (status !== 204 && !/^application\/json\b/.test(String(headers['content-type']))),
    )
    expect(running.map(nameOf)).toEqual([])
    const stored = await storedProbes()
    // A later sample may have replaced the text; then the reply has it.
    const lost = taken.filter(({ probe, answer }) => !stored.has(probe) && !answer.text.includes(probe)).map(nameOf)
    expect(lost.filter((name) => !isAskedFor(name)).toSorted()).toEqual(leftOut.toSorted())
    // Samples that nothing takes would prove nothing.
    expect(taken.length).toBeGreaterThan(60)
  })
})
