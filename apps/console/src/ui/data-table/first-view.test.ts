import { expect, test } from 'vitest'
import { withinWindow } from './first-view.ts'

const column = (id: string, size: number) => ({
  id,
  header: id,
  cell: () => null,
  width: size,
  size,
  left: null,
  isLastPinned: false,
})
const columns = [column('code', 100), column('name', 200), column('status', 100), column('since', 300)]
const idsWithin = (width: number) => withinWindow(columns, width).map(({ id }) => id)

test('columns that begin within the window are drawn first', () => {
  expect(idsWithin(1_280)).toEqual(['code', 'name', 'status', 'since'])
  expect(idsWithin(400)).toEqual(['code', 'name', 'status'])
  expect(idsWithin(320)).toEqual(['code', 'name'])
})
