import { createServer } from 'node:http'
import { openPool } from '@wheelhouse/db/database.ts'
import { lookUpEvents, lookUps } from './find-queries.ts'
import { deviceMonth } from './history-queries.ts'
import { locationPage, locationTotals } from './location-queries.ts'
import { bareCheck, permissionMap } from './permission-queries.ts'
import { serve } from './serving.ts'
import { bareCount, bareDeepPage, barePage, permittedCount, permittedPage } from './session-queries.ts'

/**
 * The peer for HTTP benchmarks: node:http, pg and JSON in a separate process. No framework, no sign-in, no contract.
 */

const pool = openPool(process.env.DATABASE_URL ?? '', { max: 12, applicationName: 'wheelhouse bench peer' })

type Rows = Promise<Record<string, unknown>[]>

/** Named statements keep their plan, as they do for the subject. */
const rowsOf = async (name: string, text: string, values: unknown[]): Rows =>
  (await pool.query({ name, text, values })).rows

const lookUp = (query: URLSearchParams): { name: string; text: string; values: unknown[] } => {
  const by = query.get('by') ?? ''
  return { name: `find by ${by}`, text: lookUps[by] ?? '', values: [query.get('value')] }
}

const found = async (query: URLSearchParams): Rows => (await pool.query(lookUp(query))).rows

async function foundAndRecorded(query: URLSearchParams): Rows {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<Record<string, unknown>>(lookUp(query))
    await client.query({ name: 'look-up', text: lookUpEvents, values: [query.get('person'), rows[0]?.id] })
    await client.query('commit')
    return rows
  } finally {
    client.release()
  }
}

type Answer = (query: URLSearchParams) => Promise<unknown>

const answers: Record<string, Answer> = {
  async '/sessions'(query) {
    const [person, from, limit] = [query.get('person'), query.get('from'), Number(query.get('limit'))]
    const [items, count] = await Promise.all([
      rowsOf('page', permittedPage, [person, from, limit]),
      rowsOf('count', permittedCount, [person, from]),
    ])
    return { items, total: Math.min(Number(count[0]?.total), 10_000) }
  },
  async '/bare-sessions'(query) {
    const [from, limit] = [query.get('from'), Number(query.get('limit'))]
    const [items, count] = await Promise.all([
      rowsOf('bare page', barePage, [from, limit]),
      rowsOf('bare count', bareCount, [from]),
    ])
    return { items, total: Math.min(Number(count[0]?.total), 10_000) }
  },
  /** Counts for each page, as lists usually do. */
  async '/bare-sessions-after'(query) {
    const [items, count] = await Promise.all([
      rowsOf('bare deep page', bareDeepPage, [query.get('at'), query.get('id'), Number(query.get('limit'))]),
      rowsOf('bare count', bareCount, ['-infinity']),
    ])
    return { items, total: Math.min(Number(count[0]?.total), 10_000) }
  },
  async '/locations'(query) {
    const sort = query.get('sort') ?? 'code'
    const rows = await rowsOf(`locations by ${sort}`, locationPage(sort), [
      new Date().toISOString(),
      Number(query.get('limit')),
    ])
    return { items: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
  },
  '/totals': async () => (await rowsOf('totals', locationTotals, [new Date().toISOString()]))[0],
  async '/history'(query) {
    return { points: await rowsOf('history', deviceMonth, [query.get('hardware'), query.get('from'), query.get('to')]) }
  },
  '/check': async (query) => (await rowsOf('check', bareCheck, [query.get('person'), query.get('location')]))[0],
  '/find': (query) => found(query),
  '/find-and-record': (query) => foundAndRecorded(query),
  async '/map'(query) {
    const rows = await rowsOf('map', permissionMap, [query.get('person')])
    return Object.fromEntries(rows.map((row) => [row.resource_type, row.actions]))
  },
}

const server = createServer((request, reply) => {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const answer = answers[url.pathname]
  if (!answer) return void reply.writeHead(404).end()
  answer(url.searchParams).then(
    (body) => reply.setHeader('content-type', 'application/json; charset=utf-8').end(JSON.stringify(body)),
    (error: Error) => reply.writeHead(500).end(error.message),
  )
})
serve(server)
