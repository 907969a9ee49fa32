import { expect, test } from 'vitest'
import { demonstrationMaps } from './demonstration-maps.ts'

test('the demonstration shows a public street map in both themes', () => {
  expect(Object.keys(demonstrationMaps({}))).toEqual(['MAP_STYLE_URL', 'MAP_STYLE_DARK_URL', 'MAP_TILES'])
})

test.each(['', 'https://maps.example/style.json'])(
  'a street map that the settings name as "%s" holds for the dark theme too',
  (MAP_STYLE_URL) => {
    expect(Object.keys(demonstrationMaps({ MAP_STYLE_URL }))).toEqual(['MAP_TILES'])
  },
)
