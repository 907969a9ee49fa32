import { expect, test } from 'vitest'
import { laidColumns, templateOf, widthOf, type Column, type LaidHead } from './columns.ts'
import { firstLayout } from './layout.ts'

const column = (id: string, size: number, more: Partial<LaidHead> = {}): LaidHead => ({
  id,
  header: id,
  width: size,
  size,
  left: null,
  isLastPinned: false,
  ...more,
})

test('head, rows and totals share one template, with room for the checks', () => {
  const columns = [column('code', 70), column('name', 180, { isGrowing: true })]
  expect(templateOf(columns, true)).toBe('36px 70px minmax(180px, 1fr)')
  expect(widthOf(columns, true)).toBe(286)
  expect(widthOf(columns, false)).toBe(250)
})

const places: Column<object>[] = [
  { id: 'name', header: 'Name', cell: () => '', width: 180, isGrowing: true },
  { id: 'code', header: 'Code', cell: () => '', width: 70, pin: 'start' },
  { id: 'status', header: 'Status', cell: () => '', width: 100, pin: 'start' },
  { id: 'note', header: 'Note', cell: () => '', width: 90, isHiddenAtFirst: true },
]
const laid = (layout = firstLayout, canPin = true) =>
  laidColumns(places, layout, true, canPin).map(({ id, size, left, isLastPinned }) => [id, size, left, isLastPinned])

test('pinned columns lie first, each beside the one before, and the last of them carries the rule', () => {
  expect(laid()).toEqual([
    ['code', 70, 36, false],
    ['status', 100, 106, true],
    ['name', 180, null, false],
  ])
})

test('where pins would fill the view, columns keep their order and none is pinned', () => {
  expect(laid(firstLayout, false)).toEqual([
    ['code', 70, null, false],
    ['status', 100, null, false],
    ['name', 180, null, false],
  ])
})

test('a chosen width shifts the pinned columns behind it, and its column grows no more', () => {
  const sized = { ...firstLayout, sizes: { code: 120, name: 5_000 } }
  expect(laid(sized)).toEqual([
    ['code', 120, 36, false],
    ['status', 100, 156, true],
    ['name', 900, null, false],
  ])
  expect(laidColumns(places, sized, true, true).at(-1)?.isGrowing).toBe(false)
})
