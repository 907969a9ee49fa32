import { expect, test } from 'vitest'
import fc from 'fast-check'
import { parseSearch, stringifySearch } from './search-strings.ts'

test('a search parameter stays the string that it is', () => {
  const search = '?q=123456&code=00745A7012345678901234567890&flag=true&none=null&tag=ee&tag=no'
  expect(parseSearch(search)).toEqual({
    q: '123456',
    code: '00745A7012345678901234567890',
    flag: 'true',
    none: 'null',
    tag: ['ee', 'no'],
  })
  expect(stringifySearch(parseSearch(search))).toBe(search)
})

test('what is not set is not written', () => {
  expect(stringifySearch({ a: undefined, b: '', c: null, d: [], e: 0 })).toBe('?e=0')
  expect(stringifySearch({})).toBe('')
})

test('whatever is written is read back', () => {
  const text = fc.string({ minLength: 1, unit: 'grapheme' }).filter((value) => value.isWellFormed())
  const search = fc.dictionary(text, fc.oneof(text, fc.array(text, { minLength: 2, maxLength: 4 })), {
    noNullPrototype: true,
  })
  fc.assert(
    fc.property(search, (values) => {
      expect(parseSearch(stringifySearch(values))).toEqual(values)
    }),
  )
})
