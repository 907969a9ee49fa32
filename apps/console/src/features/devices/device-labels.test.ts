import { expect, test } from 'vitest'
import { deviceChoices } from './device-labels.ts'

const dock = (location_code: string, number: number, alias = '') =>
  ({ id: `${location_code}/${number}`, location_code, type: 'dock', number, alias }) as const
const detailOf = ({ alias }: { alias: string }): string => alias
const labelsOf = (choices: readonly { label: string }[]): string[] => choices.map(({ label }) => label)

test('the same docks of two locations have different names where both may be chosen', () => {
  const across = { detailOf, isAcrossLocations: true }
  const [here, there] = ['104217', '104218'].map((code) => deviceChoices([dock(code, 3)], '', across).all)
  expect([...labelsOf(here ?? []), ...labelsOf(there ?? [])]).toEqual(['104217 Dock 03', '104218 Dock 03'])
})

test('a number finds the docks of this number, not all of a location whose code has it', () => {
  const docks = [dock('104217', 4), dock('104217', 5, 'By the lift')]
  const found = (text: string) => labelsOf(deviceChoices(docks, text, { detailOf, isAcrossLocations: true }).found)
  expect([found('4'), found('lift'), found('7')]).toEqual([['104217 Dock 04'], ['104217 Dock 05'], []])
})

test('within one location a dock is called by its name alone', () => {
  expect(labelsOf(deviceChoices([dock('104217', 3)], '', { detailOf, isAcrossLocations: false }).all)).toEqual([
    'Dock 03',
  ])
})
