import { beforeEach, expect, test, vi } from 'vitest'
import { isFocusFree, keepLeftRow, leftRow, placeOfLeftRow } from './left-row.ts'

const at = (pathname: string, search = '') => vi.stubGlobal('window', { location: { pathname, search } })
const rowId = ({ id }: { id: string }) => id
const rows = ['a', 'b', 'c'].map((id) => ({ id }))

beforeEach(() => {
  vi.unstubAllGlobals()
})

test('a list is entered again at the row, and the cell, from which it was left', () => {
  at('/locations', '?status=launched')
  keepLeftRow('Locations', { id: 'c', cell: 4 })
  at('/locations/c')
  expect(placeOfLeftRow('Locations', rows, rowId)).toBeNull()
  at('/locations', '?status=launched')
  expect(placeOfLeftRow('Locations', rows, rowId)).toBe(2)
  expect(leftRow('Locations')?.cell).toBe(4)
})

test('another filter, or another list of the page, is entered at its first row', () => {
  at('/locations', '?status=launched')
  keepLeftRow('Locations', { id: 'c', cell: null })
  expect(placeOfLeftRow('Docks', rows, rowId)).toBeNull()
  at('/locations', '?status=obsolete')
  expect(placeOfLeftRow('Locations', rows, rowId)).toBeNull()
})

test('a row that has gone is not returned to', () => {
  at('/regions')
  keepLeftRow('Regions', { id: 'gone', cell: null })
  expect(placeOfLeftRow('Regions', rows, rowId)).toBeNull()
})

test('the row takes the focus only from the screen, never from a control', () => {
  const body = { id: '' }
  const withFocus = (activeElement: object | null) => vi.stubGlobal('document', { body, activeElement })
  withFocus(null)
  expect(isFocusFree()).toBe(true)
  withFocus(body)
  expect(isFocusFree()).toBe(true)
  withFocus({ id: 'main' })
  expect(isFocusFree()).toBe(true)
  withFocus({ id: 'search' })
  expect(isFocusFree()).toBe(false)
})
