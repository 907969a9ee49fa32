import { expect, test } from 'vitest'
import { isVisible, templateOf, widthOf, type LaidHead } from './columns.ts'

const column = (id: string, size: number, more: Partial<LaidHead> = {}): LaidHead => ({
  id,
  header: id,
  width: size,
  size,
  left: null,
  isLastPinned: false,
  ...more,
})

test('a column that names the row cannot be hidden', () => {
  expect(isVisible({ id: 'name', isHideable: false }, { name: false })).toBe(true)
  expect(isVisible({ id: 'tags' }, { tags: false })).toBe(false)
})

test('a column hidden at first shows when it is chosen', () => {
  expect(isVisible({ id: 'owner', isHiddenAtFirst: true }, {})).toBe(false)
  expect(isVisible({ id: 'owner', isHiddenAtFirst: true }, { owner: true })).toBe(true)
})

test('head, rows and totals share one template, with room for the checks', () => {
  const columns = [column('code', 70), column('name', 180, { isGrowing: true })]
  expect(templateOf(columns, true)).toBe('36px 70px minmax(180px, 1fr)')
  expect(widthOf(columns, true)).toBe(286)
  expect(widthOf(columns, false)).toBe(250)
})
