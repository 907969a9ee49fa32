import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

test('each value is made once, and no more than the bound are kept', () => {
  const made: string[] = []
  const lengthOf = remembered(3, (key) => made.push(key) && key.length)
  expect(['a', 'bb', 'a', 'ccc', 'bb'].map(lengthOf)).toEqual([1, 2, 1, 3, 2])
  expect(made).toEqual(['a', 'bb', 'ccc'])
  expect([lengthOf('dddd'), lengthOf('a'), lengthOf('dddd')]).toEqual([4, 1, 4])
  expect(made).toEqual(['a', 'bb', 'ccc', 'dddd', 'a'])
})

test('what cannot be made is not kept and takes no place', () => {
  const numberOf = remembered(1, (key) => {
    if (Number.isNaN(Number(key))) throw new Error(`${key} is no number`)
    return { number: Number(key) }
  })
  const one = numberOf('1')
  expect(() => numberOf('one')).toThrow('one is no number')
  expect(numberOf('1')).toBe(one)
})
