import { expect, test } from 'vitest'
import { valueLabels } from '../ui/list-parts/filter-chip.tsx'
import { distinct } from './linked-names.ts'

test('two values of one filter never have the same words', () => {
  expect(distinct(['this one', 'Balti jaam', 'this one'])).toEqual(['this one (1)', 'Balti jaam', 'this one (2)'])
  expect(distinct(['Balti jaam', 'Kopli'])).toEqual(['Balti jaam', 'Kopli'])
})

test('a chip shows names, and counts what has none instead of showing its id', () => {
  const id = '0198f2d4-8a5b-7c11-9f00-3c5d7e9a1b2c'
  expect(valueLabels({ choices: [{ value: id, label: 'Mari Tamm' }], selected: [id] })).toBe('Mari Tamm')
  expect(valueLabels({ choices: [], selected: [id] })).toBe('1 selected')
  expect(valueLabels({ choices: [], selected: ['OmniLock 2.4'] })).toBe('OmniLock 2.4')
})
