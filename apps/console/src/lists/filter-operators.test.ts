import { expect, test } from 'vitest'
import * as z from 'zod'
import { age, anyOf, anyOfOrEmpty } from '@wheelhouse/contract/list.ts'
import { chosenOf, namedValues, operatorsOf, withChosen } from './filter-operators.ts'

const type = anyOf(z.enum(['public', 'private']))
const rating = anyOfOrEmpty(z.coerce.number())

test('each kind of filter has its operators', () => {
  expect(operatorsOf(type)).toEqual(['is', 'not'])
  expect(operatorsOf(rating)).toEqual(['is', 'not', 'empty', 'not_empty'])
  expect(operatorsOf(age)).toEqual(['older', 'newer'])
})

test.each([
  ['is', type, { f: ['public'] }, [{ operator: 'is', selected: ['public'] }]],
  ['is not', type, { f_not: ['private'] }, [{ operator: 'not', selected: ['private'] }]],
  ['is empty', rating, { f_empty: 'yes' }, [{ operator: 'empty', selected: ['yes'] }]],
  ['is not empty', rating, { f_empty: 'no' }, [{ operator: 'not_empty', selected: ['no'] }]],
  ['older than', age, { f_older_than: 90 }, [{ operator: 'older', selected: ['90'] }]],
  ['newer than', age, { f_newer_than: 7 }, [{ operator: 'newer', selected: ['7'] }]],
  ['nothing', rating, { g: ['public'] }, []],
  ['"empty" of a filter whose value is never missing', type, { f_empty: 'yes' }, []],
] as const)('the address says %s', (_, filter, search, expected) => {
  expect(chosenOf('f', filter, search)).toEqual(expected)
})

test('an address with two operators of a filter has a chip for each', () => {
  expect(chosenOf('f', type, { f: ['public'], f_not: ['private'] })).toHaveLength(2)
})

test.each([
  ['choosing values', type, {}, 'is', { operator: 'is', selected: ['public'] }, { f: ['public'] }],
  ['values that are numbers', rating, {}, 'is', { operator: 'is', selected: ['4', '5'] }, { f: [4, 5] }],
  [
    '"is" becoming "is not"',
    type,
    { f: ['public'] },
    'is',
    { operator: 'not', selected: ['public'] },
    { f_not: ['public'] },
  ],
  [
    '"is" becoming "is empty"',
    rating,
    { f: [4] },
    'is',
    { operator: 'empty', selected: ['empty'] },
    { f_empty: 'yes' },
  ],
  [
    '"is empty" becoming "is not empty"',
    rating,
    { f_empty: 'yes' },
    'empty',
    { operator: 'not_empty', selected: ['x'] },
    { f_empty: 'no' },
  ],
  ['"is empty" becoming "is"', rating, { f_empty: 'yes' }, 'empty', { operator: 'is', selected: ['4'] }, { f: [4] }],
  [
    'a second age',
    age,
    { f_older_than: 7 },
    'older',
    { operator: 'older', selected: ['7', '90'] },
    { f_older_than: 90 },
  ],
  [
    '"older" becoming "newer"',
    age,
    { f_older_than: 7 },
    'older',
    { operator: 'newer', selected: ['7'] },
    { f_newer_than: 7 },
  ],
  ['removing values', type, { f_not: ['public'] }, 'not', { operator: 'not', selected: [] }, {}],
  ['removing "is empty"', rating, { f_empty: 'yes' }, 'empty', { operator: 'empty', selected: [] }, {}],
  [
    'removing one of two chips',
    type,
    { f: ['public'], f_not: ['private'] },
    'not',
    { operator: 'not', selected: [] },
    { f: ['public'] },
  ],
] as const)('%s changes the address, and leaves the rest of it', (_, filter, search, before, after, expected) => {
  const changed = withChosen({ ...search, q: 'ee' }, 'f', filter, before, { ...after, selected: [...after.selected] })
  expect(changed).toEqual({ ...expected, q: 'ee' })
})

test('one value that is meant and three that are not are all named: each chip names up to three', () => {
  expect(namedValues([['a'], ['b', 'c', 'd']], false)).toEqual(['a', 'b', 'c', 'd'])
})

test('a chip that counts its values needs none of their names until its choices open', () => {
  const lists = [['a'], ['b', 'c', 'd', 'e']]
  expect(namedValues(lists, false)).toEqual(['a'])
  expect(namedValues(lists, true)).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a value of two operators is named once', () => {
  expect(namedValues([['a', 'b'], ['a']], false)).toEqual(['a', 'b'])
})
