import { describe, expect, test } from 'vitest'
import {
  byNumber,
  isSameOrder,
  neighbourOf,
  placeOf,
  putBeside,
  stepped,
  withLabel,
  withoutRow,
  withRow,
  type Order,
} from './dock-order.ts'

const order: Order = [
  { key: 'a', label: 'Wall', ids: ['1', '2', '3'] },
  { key: 'b', label: 'Platform', ids: ['4', '5'] },
]
const words = (some: Order) => some.map(({ ids }) => ids.join(' ')).join(' | ')

describe('what is picked up moves by arrows', () => {
  test('within its row, and over its ends into the next and the one before', () => {
    expect(words(stepped(order, '2', 'left'))).toBe('2 1 3 | 4 5')
    expect(words(stepped(order, '3', 'right'))).toBe('1 2 | 3 4 5')
    expect(words(stepped(order, '4', 'left'))).toBe('1 2 3 4 | 5')
    expect(words(stepped(order, '2', 'end'))).toBe('1 3 2 | 4 5')
    expect(words(stepped(order, '3', 'start'))).toBe('3 1 2 | 4 5')
  })

  test('to the same place of the other row, or its end', () => {
    expect(words(stepped(order, '1', 'down'))).toBe('2 3 | 1 4 5')
    expect(words(stepped(order, '5', 'up'))).toBe('1 5 2 3 | 4')
    expect(words(stepped(stepped(order, '5', 'up'), '3', 'down'))).toBe('1 5 2 | 4 3')
  })

  test('and stays where it is at the ends of all rows', () => {
    expect(stepped(order, '1', 'left')).toBe(order)
    expect(stepped(order, '5', 'right')).toBe(order)
    expect(stepped(order, '1', 'up')).toBe(order)
    expect(stepped(order, '5', 'down')).toBe(order)
    expect(stepped(order, 'nobody', 'left')).toBe(order)
  })
})

test('a pointer lets it go before or after another one, in its own row too', () => {
  expect(words(putBeside(order, '1', '3', 'after'))).toBe('2 3 1 | 4 5')
  expect(words(putBeside(order, '1', '3', 'before'))).toBe('2 1 3 | 4 5')
  expect(words(putBeside(order, '1', '4', 'before'))).toBe('2 3 | 1 4 5')
  expect(putBeside(order, '1', '1', 'after')).toBe(order)
})

test('the focus meets neighbours as the eye does, over rows that hold nothing', () => {
  const gap: Order = [order[0]!, { key: 'c', label: '', ids: [] }, order[1]!]
  expect(neighbourOf(gap, '3', 'right')).toBe('4')
  expect(neighbourOf(gap, '3', 'down')).toBe('5')
  expect(neighbourOf(gap, '4', 'up')).toBe('1')
  expect(neighbourOf(gap, '1', 'left')).toBeUndefined()
  expect(neighbourOf(gap, '2', 'end')).toBe('3')
})

test('rows get labels and are added; only an empty one goes', () => {
  const more = withRow(withLabel(order, 'b', 'Street'), 'c')
  expect(more.map(({ label }) => label)).toEqual(['Wall', 'Street', ''])
  expect(withoutRow(more, 'c')).toHaveLength(2)
  expect(withoutRow(more, 'a')).toHaveLength(3)
  expect(placeOf(more, '5')).toEqual({ row: 1, place: 1 })
})

test('the same order is no change: an empty row and a blank do not count', () => {
  expect(isSameOrder(order, withRow(withLabel(order, 'a', 'Wall '), 'c'))).toBe(true)
  expect(isSameOrder(order, stepped(order, '1', 'right'))).toBe(false)
  expect(isSameOrder(order, withLabel(order, 'a', 'Fence'))).toBe(false)
  expect(words(byNumber(stepped(order, '1', 'right'), Number))).toBe('1 2 3 | 4 5')
})
