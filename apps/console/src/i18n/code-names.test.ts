import { afterEach, expect, test, vi } from 'vitest'
import { countryName, languageName } from './code-names.ts'

afterEach(() => void vi.unstubAllGlobals())

test('countries and languages have their English names in every browser', () => {
  vi.stubGlobal('navigator', { language: 'de-DE', languages: ['de-DE'] })
  expect([countryName('DE'), countryName('no'), languageName('de')]).toEqual(['Germany', 'Norway', 'German'])
})

test('a code without a name stays a code', () => {
  expect([countryName('ZQ'), countryName(''), countryName('47'), languageName('')]).toEqual(['ZQ', '', '47', ''])
})
