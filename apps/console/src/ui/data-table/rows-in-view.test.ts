import { expect, test } from 'vitest'
import { drawnRows } from './rows-in-view.ts'

test('rows beyond both edges are drawn with those in view, and none outside of the list', () => {
  expect(drawnRows({ first: 10, last: 12 }, 100, 11, 2)).toEqual([8, 9, 10, 11, 12, 13, 14])
  expect(drawnRows({ first: 0, last: 2 }, 4, 0, 8)).toEqual([0, 1, 2, 3])
  expect(drawnRows({ first: 0, last: 20 }, 0, 0, 8)).toEqual([])
})

test('the row that has the focus stays drawn, however far one scrolls', () => {
  expect(drawnRows({ first: 50, last: 51 }, 100, 3, 1)).toEqual([3, 49, 50, 51, 52])
  expect(drawnRows({ first: 50, last: 51 }, 100, 90, 1)).toEqual([49, 50, 51, 52, 90])
})
