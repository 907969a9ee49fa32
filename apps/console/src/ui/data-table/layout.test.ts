import { expect, test } from 'vitest'
import {
  arrange,
  firstLayout,
  placed,
  placeOf,
  reset,
  showsTotal,
  stepped,
  withPin,
  withSize,
  withTotal,
  withVisibility,
  type PlainColumn,
} from './layout.ts'

const columns: PlainColumn[] = [
  { id: 'code', header: 'Code', width: 70, pin: 'start', isHideable: false },
  { id: 'name', header: 'Name', width: 180, pin: 'start' },
  { id: 'address', header: 'Address', width: 160 },
  { id: 'health', header: 'Health', width: 110 },
  { id: 'owner', header: 'Owner', width: 150, isHiddenAtFirst: true },
]
const shown = (layout = firstLayout) =>
  arrange(columns, layout)
    .filter((column) => column.isVisible)
    .map(({ id, isPinned }) => (isPinned ? `[${id}]` : id))
    .join(' ')

test('at first: pinned ones, then the others, without what waits in the menu', () => {
  expect(shown()).toBe('[code] [name] address health')
  expect(placeOf(columns, firstLayout, 'address')).toEqual({ place: 3, count: 4 })
})

test('a column moves past its next shown neighbour, and not over the border of the pinned ones', () => {
  const layout = stepped(columns, firstLayout, 'health', -1)
  expect(shown(layout)).toBe('[code] [name] health address')
  expect(stepped(columns, layout, 'health', -1)).toBe(layout)
  expect(stepped(columns, firstLayout, 'health', 1)).toBe(firstLayout)
  expect(shown(stepped(columns, firstLayout, 'code', 1))).toBe('[name] [code] address health')
  expect(placed(columns, firstLayout, 'address', 'code', 'before')).toBe(firstLayout)
})

test('pinned comes last of the pinned, unpinned first of the others', () => {
  const layout = withPin(columns, firstLayout, 'health', true)
  expect(shown(layout)).toBe('[code] [name] [health] address')
  expect(shown(withPin(columns, layout, 'code', false))).toBe('[name] [health] code address')
})

test('what names the row cannot be hidden; what waits can be shown', () => {
  expect(shown(withVisibility(firstLayout, 'code', false))).toBe('[code] [name] address health')
  expect(shown(withVisibility(firstLayout, 'owner', true))).toBe('[code] [name] address health owner')
})

test('a column that is new since the choice stands behind its neighbour, and one that is gone does no harm', () => {
  expect(shown({ ...firstLayout, order: ['gone', 'health', 'address', 'code', 'name'], pins: ['gone', 'code'] })).toBe(
    '[code] health address name',
  )
  expect(shown({ ...firstLayout, order: ['health', 'address'] })).toBe('[code] [name] health address')
})

test('widths stay within what can be read, and go back', () => {
  const layout = withSize(firstLayout, 'name', 12.4)
  expect(layout.sizes).toEqual({ name: 40 })
  expect(withSize(layout, 'name', null).sizes).toEqual({})
})

test('totals: all at first, then those that were chosen', () => {
  const layout = withTotal(firstLayout, ['health', 'owner'], 'owner', false)
  expect(layout.totals).toEqual(['health'])
  expect(showsTotal(layout, 'owner')).toBe(false)
  expect(withTotal(layout, ['health', 'owner'], 'owner', true).totals).toEqual(['health', 'owner'])
})

test('back to the first layout keeps how dense the rows are', () => {
  expect(reset({ ...stepped(columns, firstLayout, 'health', -1), density: 'comfortable' })).toEqual({
    ...firstLayout,
    density: 'comfortable',
  })
})
