import { expect, test } from 'vitest'
import { countedGroups, joiningAmong } from './joining.ts'

const known = new Map([
  ['dock 1', ['north', 'owners']],
  ['dock 2', ['owners']],
])

test('screens, resource groups: only those that are not in a group join it, and only those in it leave it', () => {
  const joiningOf = joiningAmong(['dock 1', 'dock 2'], known)
  expect(joiningOf?.('north')).toEqual({ joining: 1, leaving: 1 })
  expect(joiningOf?.('south')).toEqual({ joining: 2, leaving: 0 })
})

test('a device does not leave a group of its location', () => {
  expect(joiningAmong(['dock 1', 'dock 2'], known, ['owners'])?.('owners')).toEqual({ joining: 0, leaving: 0 })
})

test('where the groups of one are not known, nothing is counted', () => {
  expect(joiningAmong(['dock 1', 'dock 3'], known)).toBeUndefined()
  expect(joiningAmong([], known)).toBeUndefined()
})

test('groups with the same number of changes share a sentence, and those without changes have none', () => {
  const groups = [
    { name: 'North', count: 2 },
    { name: 'South', count: 0 },
    { name: 'Centre', count: 2 },
    { name: 'Harbour', count: 1 },
  ]
  expect(countedGroups(groups)).toEqual([
    { count: 2, names: 'North, Centre' },
    { count: 1, names: 'Harbour' },
  ])
})
