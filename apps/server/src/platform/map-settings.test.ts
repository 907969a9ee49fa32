import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { mapsOf } from './map-settings.ts'

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-maps-'))
afterAll(() => rmSync(folder, { recursive: true }))

const refuse = (name: string, reason: string): never => {
  throw new Error(`${name}: ${reason}`)
}
const maps = (tiles: string, style = '', dark = '') =>
  mapsOf({ MAP_TILES: tiles, MAP_STYLE_URL: style, MAP_STYLE_DARK_URL: dark }, refuse)

const demonstration = join(import.meta.dirname, '../../../../packages/db/src/seed/sites/baltimore.pmtiles')

test('the archive of the demonstration says what it covers and who has to be named', () => {
  const { tiles } = maps(demonstration)
  expect(tiles).toMatchObject({ file: demonstration, min_zoom: 6, max_zoom: 15 })
  expect(tiles?.attribution).toContain('© OpenStreetMap contributors')
  expect([tiles?.west, tiles?.south, tiles?.east, tiles?.north].map((degrees) => degrees?.toFixed(2))).toEqual([
    '-76.61',
    '39.26',
    '-76.53',
    '39.31',
  ])
})

test.each([
  ['a file that does not exist', join(folder, 'missing.pmtiles'), 'cannot be read'],
  ['a folder', folder, 'cannot be read'],
  ['a file that is too short', join(folder, 'short'), 'cannot be read'],
  ['another kind of file', join(folder, 'other'), 'is not a PMTiles archive of version 3'],
  ['an archive of pictures', join(folder, 'pictures'), 'holds no vector tiles'],
])('%s ends the start with one sentence', (_title, file, reason) => {
  writeFileSync(join(folder, 'short'), 'PMTiles')
  writeFileSync(join(folder, 'other'), 'x'.repeat(200))
  const pictures = Buffer.alloc(200)
  pictures.write('PMTiles\u0003')
  pictures[99] = 2
  writeFileSync(join(folder, 'pictures'), pictures)
  expect(() => maps(file)).toThrow(reason)
})

test('without a dark style the dark theme shows the light one, and without any there is none', () => {
  expect(maps('', 'https://a.example/style.json')).toMatchObject({ style_dark_url: 'https://a.example/style.json' })
  expect(maps('', 'light', 'dark')).toMatchObject({ style_url: 'light', style_dark_url: 'dark' })
  expect(maps('')).toEqual({ style_url: '', style_dark_url: '', tiles: null })
})
