import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod'
import { exportLocations } from '@wheelhouse/contract/locations/locations.ts'
import { exportDeviceEvents } from '@wheelhouse/contract/events/events.ts'
import { exportParkingSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { Cursor, exportOf, Limit, pageOf, route, sheetOf } from '@wheelhouse/contract/route.ts'
import type { Route } from '@wheelhouse/contract/route.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { Organization } from '../../test/support/factories.ts'
import type { Caller, TestApp } from '../../test/support/test-app.ts'
import { serveExport } from './export.ts'
import type { ListInput, Page } from './list-pages.ts'
import type { On } from '../http/serve.ts'
import { makeSession } from '../features/parking-sessions/samples.ts'

interface Row {
  id: number
  text: string
}
const listRows = route({
  method: 'GET',
  path: '/test/v1/rows',
  summary: 'Rows',
  access: { location: ['GET'] },
  query: z.strictObject({ rows: z.coerce.number().default(0), cursor: Cursor.optional(), limit: Limit }),
  reply: pageOf(z.object({ id: z.number() })),
})
const exportRows = exportOf(listRows, ['id', 'text'])

/** What a test does as a page is asked for; counts them. */
let onPage: (page: number) => Promise<void> = async () => {}
let pages = 0
const filler = 'x'.repeat(200)

async function rowsOf(
  _ctx: unknown,
  { query }: ListInput<unknown, { rows: number; cursor?: string; limit: number }>,
): Promise<Page<Row>> {
  const from = Number(query.cursor ?? 0)
  await onPage(pages++)
  const items = Array.from({ length: Math.min(query.limit, query.rows - from) }, (_, n) => ({
    id: from + n,
    text: filler,
  }))
  const next = from + query.limit < query.rows ? String(from + query.limit) : null
  return { items, next, total: Math.min(query.rows, 10_000), total_is_exact: query.rows <= 10_000 }
}

const testRoutes = (on: On): void =>
  serveExport(on, exportRows, rowsOf, { id: (row: Row) => row.id, text: (row: Row) => row.text })

let w: TestApp
let address: string
let organization: Organization
let me: Caller
beforeAll(async () => {
  w = await testApp({}, testRoutes)
  address = await w.app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(() => w.end())
beforeEach(async () => {
  onPage = async () => {}
  pages = 0
  organization = await w.make.organization()
  me = await w.person([
    { group_id: organization.owner, needs: { location: ['GET', 'GET_EVENTS'], session: ['GET'], device: ['GET'] } },
  ])
})

/** Over a real connection; `encoding` as browsers ask for it. */
const get = (path: string, init: RequestInit & { encoding?: string } = {}, token = me.token) =>
  fetch(`${address}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'accept-encoding': init.encoding ?? 'identity' },
  })

/** How a download ends for its reader. */
const endOf = (reply: Response): Promise<string> =>
  reply.text().then(
    () => 'whole',
    () => 'broken off',
  )

describe('screens: every list exports its filter', () => {
  test('as UTF-8 that Excel opens, by RFC 4180, all rows and those of the filter alone', async () => {
    const label = 'Ülemiste "Center", dock\nno. 1'
    const location = await w.make.location(organization, { label, public_tags: ['indoor', 'covered'], status: 'demo' })
    await w.make.location(organization, { label: 'Other' })
    await w.make.location(await w.make.organization(), { label: 'Foreign', status: 'demo' })
    const reply = await get('/location/v1/locations.csv?status=demo&column=id&column=label&column=tags')
    const bytes = Buffer.from(await reply.arrayBuffer())
    expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    expect(bytes.subarray(3).toString()).toBe(
      `id,label,tags\r\n${location},"Ülemiste ""Center"", dock\nno. 1","indoor, covered"\r\n`,
    )
    expect(reply.headers.get('content-type')).toContain('text/csv; charset=utf-8')
    expect(reply.headers.get('content-disposition')).toBe('attachment; filename="locations-2026-06-15.csv"')
    expect([reply.headers.get('x-total-count'), reply.headers.get('x-total-is-exact')]).toEqual(['1', 'true'])
    const whole = (await me.call(exportLocations)).text.split('\r\n')
    expect(whole[0]).toBe(`\uFEFF${exportLocations.csv.join(',')}`)
  })

  test('what a spreadsheet would run as a formula is inert; a number below zero is a number', async () => {
    const texts = ['=1+1', '+372 5', '-20', '@sum', '\txxx', '\rxxx', '\n=1+1', '＝1+1', 'plain', "it's = fine"]
    for (const text of texts) await w.make.location(organization, { label: text })
    const answer = await me.call(exportLocations, { query: { column: ['label'], sort: 'created_at' } })
    for (const text of texts.slice(0, 8)) expect(answer.text).toContain(`'${text}`)
    expect(answer.text).toContain("\r\nplain\r\nit's = fine\r\n")
    const rows = await me.call(exportRows, { query: { rows: 1 } })
    expect(rows.text).toContain(`\r\n0,${filler}`)
  })

  test('security 7: a formula behind a semicolon, which starts a cell in half of Europe, is inert too', async () => {
    const text = "Dock;=cmd|' /C calc'!A0;x; -1 | @y"
    await w.make.location(organization, { label: text })
    const answer = await me.call(exportLocations, { query: { column: ['label'], q: 'Dock;' } })
    expect(answer.text).toContain("Dock;'=cmd|' /C calc'!A0;x; '-1 | '@y")
    expect(answer.text).not.toMatch(/[;|\t]\s*[=+\-@]/)
  })

  test('as a workbook: texts are texts, also those that begin like a formula; times are times and numbers numbers', async () => {
    const texts = ['=1+1', '+372 5', "'quoted", 'Ülemiste "Center" <&>', 'tab\tand\u0001control', 'plain']
    for (const text of texts) await w.make.location(organization, { label: text, public_tags: ['indoor', 'covered'] })
    const column = ['label', 'tags', 'total_docks', 'created_at', 'launched_at']
    const answer = await me.call(sheetOf(exportLocations), { query: { column, sort: 'created_at' } })
    expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
    expect(answer.headers['content-disposition']).toBe('attachment; filename="locations-2026-06-15.xlsx"')
    const [sheet] = (await readXlsx(answer.bytes, { readStyles: true })).sheets
    expect(sheet?.rows[0]).toEqual(column)
    const rows = sheet?.rows.slice(1) ?? []
    expect(new Set(rows.map(([label]) => label))).toEqual(
      new Set(texts.map((text) => text.replace('\u0001', '\uFFFD'))),
    )
    expect(
      rows.every(([, tags, docks, created]) => tags === 'indoor, covered' && docks === 0 && created instanceof Date),
    ).toBe(true)
    expect([...(sheet?.cells?.values() ?? [])].filter(({ formula }) => formula !== undefined)).toEqual([])
  })

  test('a workbook of many pages holds all rows', async () => {
    const answer = await me.call(sheetOf(exportRows), { query: { rows: 1_700 } })
    const [sheet] = (await readXlsx(answer.bytes)).sheets
    expect([sheet?.rows.length, sheet?.rows.at(-1)?.[0]]).toEqual([1_701, 1_699])
  })

  test('sessions with whole minutes and times in UTC, events of a device', async () => {
    const location = await w.make.location(organization)
    const device = await w.make.device(location)
    const times = { started_at: '2026-06-01T08:00:00.000Z', ended_at: '2026-06-01T09:30:59.000Z' }
    await makeSession(w, location, device, { status: 'ended', how_ended: 'normal', ...times })
    const sessions = await me.call(exportParkingSessions, { query: { column: ['started_at', 'minutes', 'user_name'] } })
    expect(sessions.text).toBe('\uFEFFstarted_at,minutes,user_name\r\n2026-06-01T08:00:00.000Z,90,\r\n')
    const events = await me.send(exportDeviceEvents as Route, {
      params: { device_id: device },
      query: { column: ['id'] },
    })
    expect(events).toMatchObject({ status: 200, text: '\uFEFFid\r\n' })
  })

  test('an unknown column, a page or a person without the right is refused as by the list', async () => {
    expect((await get('/location/v1/locations.csv?column=secret')).status).toBe(400)
    expect((await get('/location/v1/locations.csv?limit=10')).status).toBe(400)
    const nobody = await w.person([{ group_id: organization.owner, needs: { session: ['GET'] } }])
    expect((await get('/location/v1/locations.csv', {}, nobody.token)).status).toBe(403)
  })

  test('its head says how many rows there are and walks no list', async () => {
    const reply = await get('/test/v1/rows.csv?rows=1200', { method: 'HEAD' })
    expect([reply.status, reply.headers.get('x-total-count'), reply.headers.get('content-type')]).toEqual([
      200,
      '1200',
      expect.stringContaining('text/csv'),
    ])
    expect(await reply.text()).toBe('')
    expect(pages).toBe(1)
  })

  test('the reference says what it answers', async () => {
    const document = (await w.app.inject('/openapi.json')).json()
    expect(document.paths['/location/v1/locations.csv'].get.responses['200'].content).toHaveProperty(['text/csv'])
  })
})

describe('an export is streamed', () => {
  test('page by page, compressed or not, each row once', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const reply = await get('/test/v1/rows.csv?rows=12345&column=id', { encoding })
      expect(reply.headers.get('x-total-is-exact')).toBe('false')
      const lines = (await reply.text()).split('\r\n')
      expect(lines.slice(1, -1)).toEqual(Array.from({ length: 12_345 }, (_, n) => String(n)))
    }
  })

  test('no further than its reader takes it, and it ends when the reader goes', async () => {
    const ends = new AbortController()
    const reply = await get('/test/v1/rows.csv?rows=10000000', { signal: ends.signal })
    const reader = reply.body!.getReader()
    await reader.read()
    const taken = await steadyPages()
    // Of more than a gigabyte at 100 kB a page, only what fits into the buffers on the way may be read.
    expect(taken).toBeLessThan(200)
    ends.abort()
    const left = await steadyPages()
    expect(left).toBeLessThan(taken + 5)
  })

  test('a person may have three exports at once; one that is broken off makes room for another', async () => {
    for (const encoding of ['identity', 'gzip', 'br']) {
      const { token } = await w.person([{ group_id: organization.owner, needs: { location: ['GET'] } }])
      const ends = new AbortController()
      const start = (rows: number) => get(`/test/v1/rows.csv?rows=${rows}`, { signal: ends.signal, encoding }, token)
      // Kept: an answer that nobody holds is let go.
      const held = [await start(10_000_000), await start(10_000_000), await start(10_000_000)]
      const refused = await start(1)
      // Not as a file: a browser would keep the refusal under the name of the export.
      expect([refused.status, refused.headers.get('content-disposition')]).toEqual([429, null])
      expect(held.map((one) => one.status)).toEqual([200, 200, 200])
      ends.abort()
      let again = await get('/test/v1/rows.csv?rows=1', {}, token)
      while (again.status === 429) again = await get('/test/v1/rows.csv?rows=1', {}, token)
      expect(await endOf(again)).toBe('whole')
    }
    // What was broken off asks for no more: it comes to rest long before its 20,000 pages, nine times.
    expect(await steadyPages()).toBeLessThan(9 * 200)
  })

  for (const encoding of ['identity', 'gzip'])
    test(`rights: a right that is revoked during an export breaks it off, so that a part is not mistaken for the whole (${encoding})`, async () => {
      onPage = async (page) => {
        if (page === 2) await w.db.deleteFrom('role_grants').where('person_id', '=', me.id).execute()
      }
      const reply = await get('/test/v1/rows.csv?rows=5000', { encoding })
      expect(reply.status).toBe(200)
      expect(await endOf(reply)).toBe('broken off')
      expect(pages).toBe(3)
    })

  test('rights: so do the end of the sign-in and a disabled person', async () => {
    const token = await w.token(me.id, { gid: 'this export' })
    onPage = async (page) => {
      if (page === 1)
        await w.pool.query(`insert into revoked_grants (grant_id, revoked_at) values ('this export', now())`)
    }
    expect(await endOf(await get('/test/v1/rows.csv?rows=5000', {}, token))).toBe('broken off')
    pages = 0
    onPage = async (page) => {
      if (page === 1)
        await w.db
          .updateTable('console_users')
          .set({ disabled_at: w.clock.now().toISOString(), disabled_reason: 'left' })
          .where('id', '=', me.id)
          .execute()
    }
    expect(await endOf(await get('/test/v1/rows.csv?rows=5000'))).toBe('broken off')
    expect(pages).toBe(2)
  })

  test('a database that fails in the middle breaks it off', async () => {
    onPage = async (page) => {
      if (page === 3) throw new Error('the database is away')
    }
    expect(await endOf(await get('/test/v1/rows.csv?rows=5000'))).toBe('broken off')
  })
})

/** Waits until no page was asked for during a hundred turns of the server. */
async function steadyPages(): Promise<number> {
  for (let quiet = 0, seen = pages; quiet < 100; seen === pages ? quiet++ : ((seen = pages), (quiet = 0)))
    await w.db.selectFrom('installation').select('key').execute()
  return pages
}
