import { expect, test } from 'vitest'
import { pagesWith, refreshed, rowsOf, totalOf } from './list-pages.ts'
import type { ListPage, ListPages } from './list-pages.ts'

interface Row {
  id: number
  word?: string
}

/** A list of numbers, two a page, whose cursor names the last one, as the server's do. */
function serverOf(rows: Row[]) {
  const asked: (string | null)[] = []
  const ask = (cursor: string | null): Promise<ListPage<Row>> => {
    asked.push(cursor)
    const from = cursor === null ? 0 : rows.findIndex(({ id }) => id > Number(cursor))
    const items = from < 0 ? [] : rows.slice(from, from + 2)
    const last = items.at(-1)
    const next = last !== undefined && last.id !== rows.at(-1)?.id ? String(last.id) : null
    return Promise.resolve({ items, next, total: rows.length, total_is_exact: true })
  }
  return { ask, asked }
}

async function loaded(rows: Row[], count: number): Promise<ListPages<ListPage<Row>>> {
  const { ask } = serverOf(rows)
  const pages: ListPage<Row>[] = []
  const pageParams: (string | null)[] = []
  let cursor: string | null = null
  for (let at = 0; at < count; at++) {
    const page: ListPage<Row> = await ask(cursor)
    pages.push(page)
    pageParams.push(cursor)
    cursor = page.next
  }
  return { pages, pageParams }
}
const numbers = (...ids: number[]): Row[] => ids.map((id) => ({ id }))
const idsOf = ({ pages }: ListPages<ListPage<Row>>) => rowsOf(pages).map(({ id }) => id)

test('screens: a live change asks for the pages in view only', async () => {
  const list = await loaded(numbers(1, 2, 3, 4, 5, 6, 7, 8), 4)
  const { ask, asked } = serverOf([{ id: 1 }, { id: 2 }, { id: 3, word: 'new' }, { id: 4 }, ...numbers(5, 6, 7, 8)])
  const { list: next, fresh } = await refreshed(list, { from: 1, to: 1 }, ask)
  expect(asked).toEqual(['2'])
  expect(fresh).toEqual({ from: 1, to: 1 })
  expect(idsOf(next)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
  expect(next.pages[1]?.items[0]).toEqual({ id: 3, word: 'new' })
  expect(next.pages[1]?.items[1]).toBe(list.pages[1]?.items[1])
})

/** Asked again with its own cursor, every page goes on where the one above it ends. */
async function isWhole({ pages, pageParams }: ListPages<ListPage<Row>>, rows: Row[]) {
  const { ask } = serverOf(rows)
  const borders = await Promise.all(pageParams.map(async (cursor) => (await ask(cursor)).items[0]?.id))
  expect(borders).toEqual(pages.map(({ items }) => items[0]?.id))
  expect(pages.at(-1)?.next).toBeNull()
}

test('a row that came pushes the border on: no row is lost, none stands twice, and what is read below stays', async () => {
  const list = await loaded(numbers(1, 3, 5, 7, 9, 11), 3)
  const now = numbers(1, 2, 3, 5, 7, 9, 11)
  const { list: next } = await refreshed(list, { from: 0, to: 0 }, serverOf(now).ask)
  expect(idsOf(next)).toEqual([1, 2, 3, 5, 7, 9, 11])
  expect(next.pages[0]?.total).toBe(7)
  await isWhole(next, now)
  const later = numbers(0, 1, 2, 3, 5, 7, 9, 11)
  const { list: again } = await refreshed(next, { from: 0, to: 0 }, serverOf(later).ask)
  expect(idsOf(again)).toEqual([0, 1, 2, 3, 5, 7, 9, 11])
  expect(again.pages).toHaveLength(4)
  await isWhole(again, later)
})

test('a row that went pulls up what lay below', async () => {
  const list = await loaded(numbers(1, 2, 3, 4, 5, 6), 3)
  const now = numbers(1, 3, 4, 5, 6)
  const { list: next } = await refreshed(list, { from: 0, to: 0 }, serverOf(now).ask)
  expect(idsOf(next)).toEqual([1, 3, 4, 5, 6])
  await isWhole(next, now)
})

test('where nothing of before is left, what lay below is loaded again on the way down', async () => {
  const list = await loaded(numbers(10, 20, 30, 40), 2)
  const { list: next } = await refreshed(
    list,
    { from: 0, to: 0 },
    serverOf(numbers(1, 2, 3, 4, 5, 6, 10, 20, 30, 40)).ask,
  )
  expect(idsOf(next)).toEqual([1, 2])
  expect(next.pages.at(-1)?.next).toBe('2')
})

test('a list that became shorter in between has no next page', async () => {
  const list = await loaded(numbers(1, 2, 3, 4, 5), 3)
  const { list: next } = await refreshed(list, { from: 0, to: 2 }, serverOf(numbers(1)).ask)
  expect(idsOf(next)).toEqual([1])
  expect(next.pages).toHaveLength(1)
})

test('rows in view tell their pages, also past the end', () => {
  const pages = [{ items: [1, 2] }, { items: [] }, { items: [3, 4] }].map(({ items }) => ({
    items: items.map((id) => ({ id })),
  }))
  expect(pagesWith(pages, 0, 1)).toEqual({ from: 0, to: 0 })
  expect(pagesWith(pages, 1, 2)).toEqual({ from: 0, to: 2 })
  expect(pagesWith(pages, 9, 30)).toEqual({ from: 2, to: 2 })
  expect(pagesWith([], 0, 10)).toEqual({ from: 0, to: 0 })
})

test('screens, lists: a count that ended at its bound never says less than what is loaded, and is exact once all of it is', () => {
  const page = (total: number, total_is_exact: boolean, next: string | null) => ({ total, total_is_exact, next })
  expect(totalOf([], 0)).toBeNull()
  expect(totalOf([page(184, false, 'a')], 100)).toEqual({ total: 184, total_is_exact: false })
  expect(totalOf([page(184, false, 'a'), page(184, false, 'b')], 200)).toEqual({ total: 200, total_is_exact: false })
  expect(totalOf([page(184, false, 'a'), page(184, false, null)], 231)).toEqual({ total: 231, total_is_exact: true })
  expect(totalOf([page(184, true, 'a')], 100)).toEqual({ total: 184, total_is_exact: true })
})
