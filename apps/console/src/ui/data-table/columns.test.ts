import { expect, test } from 'vitest'
import { templateOf, widthOf, type LaidHead } from './columns.ts'

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
