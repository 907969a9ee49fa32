import { sql } from 'kysely'
import { uuidv7 } from 'uuidv7'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedSessions } from '@wheelhouse/contract/parking-sessions/parking-sessions.ts'
import { testApp } from '../../test/support/test-app.ts'
import type { TestApp } from '../../test/support/test-app.ts'
import { uuid } from './columns.ts'
import type { Columns } from './columns.ts'
import type { ListContext, TextPage } from './list-source.ts'
import { timeListQuery } from './time-list-query.ts'

let w: TestApp
let ctx: ListContext
const hidden = 200_001
const seen = uuidv7()

beforeAll(async () => {
  w = await testApp({ WHEELHOUSE_KEY: 'k'.repeat(32) })
  const organization = await w.make.organization()
  // More places than are looked through one by one, so that the list is walked along time.
  const places: string[] = []
  for (let n = 0; n < 65; n++) places.push(await w.make.location(organization))
  const { id } = await w.person([{ group_id: organization.owner, needs: { session: ['GET'] } }])
  ctx = { ...w, person: { id }, correlation_id: uuidv7() }
  await w.servicesPool.query('create table searched_entries (id uuid, location_id uuid, at timestamptz)')
  await w.pool.query(
    `insert into searched_entries select gen_random_uuid(), $1, timestamptz '2026-06-01' - make_interval(secs => n) from generate_series(1, $2::int) n`,
    [uuidv7(), hidden],
  )
  await w.pool.query(`insert into searched_entries values ($1, $2, '2026-01-01')`, [seen, places[0]])
})
afterAll(() => w.end())

const entries = timeListQuery(endedSessions, {
  visibleBy: { type: 'session', action: 'GET', scopeType: 'location' },
  plan: () => ({
    table: 'searched_entries',
    scopeColumn: 'location_id',
    time: 'at',
    base: sql<boolean>`true`,
    period: sql<boolean>`true`,
    filter: sql<boolean>`true`,
    places: null,
    anchor: null,
    isShort: false,
    rare: null,
  }),
  from: () => sql`searched_entries e`,
  id: sql`e.id`,
  columns: () => ({ id: uuid(sql`e.id`) }) as unknown as Columns<never>,
})

const read = (cursor?: string): Promise<TextPage> =>
  entries.read(ctx, { params: {}, query: { limit: 50, ...(cursor === undefined ? {} : { cursor }) } })

test('security 19 k: a search that ends early tells neither the id nor the time of an entry that is not seen', async () => {
  const first = await read()
  expect([first.items, first.next === null]).toEqual(['', false])
  const { rows } = await w.pool.query<{ id: string; at: string }>(
    'select id, at from searched_entries order by at desc, id desc offset 199999 limit 1',
  )
  const at = new Date(rows[0]?.at ?? '').toISOString()
  const cursor = first.next ?? ''
  for (const text of [cursor, Buffer.from(cursor, 'base64url').toString('latin1')]) {
    expect(text).not.toContain(rows[0]?.id)
    expect(text).not.toContain(at)
  }
  const changed = `${cursor.slice(0, -4)}${cursor.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`
  await expect(read(changed)).rejects.toMatchObject({ code: 'invalid_cursor' })

  const second = await read(cursor)
  expect(second.items).toContain(seen)
  expect(second.next).toBeNull()
})
