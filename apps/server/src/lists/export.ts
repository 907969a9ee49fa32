import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod'
import { certain } from '@wheelhouse/contract/certain.ts'
import { AppError } from '@wheelhouse/contract/errors.ts'
import { sheetOf } from '@wheelhouse/contract/route.ts'
import type { ParamsOf, Route } from '@wheelhouse/contract/route.ts'
import { authorize } from '../authz/authorize.ts'
import { csv, xlsx } from './export-formats.ts'
import type { Cell } from './export-formats.ts'
import { walkPage } from './list-pages.ts'
import type { ListPage, Page } from './list-pages.ts'
import { admit, admittedFor, admittedTo, ofPerson, questionOf } from '../http/admission.ts'
import { refused } from '../http/serve.ts'
import type { On } from '../http/serve.ts'

type CsvRoute = Route & { csv: readonly string[] }
/** How to write each column, by the names that the contract declares; `now` is when the file was begun. */
export type CsvColumns<R extends CsvRoute, Row> = { [Name in R['csv'][number]]: (row: Row, now: Date) => Cell }

/** Every export declares this one (`exportOf`), beside the filters of its list. */
const ExportQuery = z.looseObject({ column: z.array(z.string()).optional() })

/** Who takes nothing for so long is gone. */
const idleAtMostMs = 60_000
/** Each keeps a page in memory and asks the database without a pause. */
const atOnceAPerson = 3
const running = new Map<string, number>()

function enter(personId: string): () => void {
  const count = running.get(personId) ?? 0
  if (count >= atOnceAPerson) throw new AppError('too_many_requests', { exports_at_once: atOnceAPerson })
  running.set(personId, count + 1)
  return () => {
    const left = (running.get(personId) ?? 1) - 1
    if (left > 0) running.set(personId, left)
    else running.delete(personId)
  }
}

/**
 * Streams every row of a list's filter, page by page as the reader takes them, as CSV and as a workbook: memory stays flat. Between pages the person
 * and the right are asked again; when they are gone the connection breaks, so that a part is not taken for the whole.
 */
export function serveExport<R extends CsvRoute, Query, Row>(
  on: On,
  route: R,
  page: ListPage<ParamsOf<R>, Query, Row>,
  columns: CsvColumns<R, Row>,
): void {
  for (const one of [route, sheetOf(route)])
    on.app.route({
      method: 'GET',
      url: one.path,
      config: { contract: one },
      schema: schemaOf(one),
      onRequest: (request, reply) => admit(on, one, request, reply),
      handler: (request, reply) => sendExport(on, one, page, columns, request, reply),
    })
}

async function sendExport<R extends CsvRoute, Query, Row>(
  on: On,
  route: R,
  page: ListPage<ParamsOf<R>, Query, Row>,
  columns: CsvColumns<R, Row>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { query, bearer: found, ctx } = admittedTo(request)
  const { params } = admittedFor(route, request)
  const [bearer, person] = [certain(found), ofPerson(ctx)]
  const { column = [], ...filter } = ExportQuery.parse(query)
  const isColumn = (name: string): name is R['csv'][number] => route.csv.includes(name)
  const names = (column.length > 0 ? [...new Set(column)] : [...route.csv]).filter(isColumn)
  const ask = (cursor?: string): Promise<Page<Row>> => walkPage(person, page, { params, query: filter }, cursor)
  const now = ctx.clock.now()
  const first = await ask()
  const leave = request.method === 'HEAD' ? undefined : enter(person.person.id)
  void reply
    .type(formatOf(route).type)
    .header('content-disposition', `attachment; filename="${fileName(route, now)}"`)
    .header('x-total-count', String(first.total))
    .header('x-total-is-exact', String(first.total_is_exact))
  if (!leave) return reply.send('')
  reply.raw.setTimeout(idleAtMostMs, () => reply.raw.destroy())
  const askAgain = async (cursor: string): Promise<Page<Row>> => {
    await authorize(on.deps.db, bearer, questionOf(route, params))
    return ask(cursor)
  }
  const cells = names.map((name) => certain(columns[name]))
  const bytes = formatOf(route).bytes(names, recordsOf(cells, now, first, askAgain))
  return reply.send(Readable.from(bytes, { objectMode: false }).once('close', leave))
}

const formatOf = ({ isSheet }: Route) => (isSheet ? xlsx : csv)

/** Page by page, so that a format may write a page at once. */
async function* recordsOf<Row>(
  cells: ((row: Row, now: Date) => Cell)[],
  now: Date,
  first: Page<Row>,
  more: (cursor: string) => Promise<Page<Row>>,
): AsyncGenerator<Cell[][]> {
  for (let page = first; ; page = await more(page.next)) {
    if (page.items.length > 0) yield page.items.map((row) => cells.map((cell) => cell(row, now)))
    if (page.next === null) return
  }
}

const fileName = ({ path }: Route, now: Date): string => {
  const [, name, ending] = /([^/]+)\.(csv|xlsx)$/.exec(path) ?? []
  return `${name}-${now.toISOString().slice(0, 10)}.${ending}`
}

const schemaOf = (route: CsvRoute) => ({
  summary: route.summary,
  tags: [route.path.split('/')[1] || 'console'],
  ...(route.params ? { params: route.params } : {}),
  ...(route.query ? { querystring: route.query } : {}),
  response: {
    200: {
      description: `${formatOf(route).about}, times in UTC; X-Total-Count and X-Total-Is-Exact say how many rows to expect`,
      content: { [certain(formatOf(route).type.split(';')[0])]: { schema: z.string() } },
    },
    '4xx': refused,
  },
})
