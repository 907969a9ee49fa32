import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { root } from '../console-build.ts'
import { assertionFaults, assertionsIn } from './assertions.ts'
import { consoleSizeFaults } from './console-size.ts'

describe('code before the first row', () => {
  const dist = mkdtempSync(join(tmpdir(), 'wheelhouse-size-'))
  afterAll(() => rmSync(dist, { recursive: true }))
  const screens = (files: string[]) =>
    `<script>\nconst { names, screens } = ${JSON.stringify({ names: files, screens: [['^/locations/?$', [...files.keys()]]] })}\n</script>`
  const page =
    '<script type="module" crossorigin src="/assets/index.js"></script><link rel="modulepreload" href="/assets/start.js">'
  // Random bytes, which gzip cannot compress.
  const script = (name: string, bytes: number) =>
    writeFileSync(join(dist, 'assets', name), crypto.getRandomValues(Buffer.alloc(bytes)))
  mkdirSync(join(dist, 'assets'))
  for (const [name, bytes] of [
    ['index.js', 1_000],
    ['start.js', 50_000],
    ['list.js', 20_000],
    ['form.js', 9_000],
  ] as const)
    script(name, bytes)
  const faultsOf = (files: string[]) => {
    writeFileSync(join(dist, 'index.html'), page + screens(files))
    return consoleSizeFaults(dist, { '/locations': { kB: 72, files: 14 } })
  }

  test('the page, its start and the screen are within the budget; a style sheet does not count as code', () => {
    expect(faultsOf(['list.js', 'list.css'])).toEqual([])
  })
  test('planted: an extra form, a file too many, a screen that the page does not name', () => {
    expect(faultsOf(['list.js', 'form.js'])).toEqual([
      '/locations: 80.1 kB of JavaScript in 4 files before the first row; at most 72 kB in 14',
    ])
    expect(faultsOf(Array.from({ length: 13 }, () => 'index.js'))).toHaveLength(1)
    expect(faultsOf([])).toEqual(['/locations: the page does not name its files'])
  })
  test('planted: schemas that load before the first row', () => {
    script('schemas-1a2b3c4.js', 1_000)
    expect(faultsOf(['list.js', 'schemas-1a2b3c4.js'])).toEqual([
      '/locations: assets/schemas-1a2b3c4.js loads before the first row (decision 56)',
    ])
  })
})

describe('type assertions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-assertions-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  test('a room has no more of them than its budget, and the budget is no larger than needed', () => {
    expect(assertionFaults(assertionsIn(root))).toEqual([])
  })
  test('planted: an assertion, one through unknown, one of a test, and what only looks like one', () => {
    const src = join(folder, 'apps', 'fleet', 'src')
    mkdirSync(src, { recursive: true })
    writeFileSync(join(src, 'one.ts'), 'export const two = <string>(JSON.parse("1") as unknown)\n')
    writeFileSync(join(src, 'one.test.ts'), 'export const one = JSON.parse("1") as number\n')
    const innocent = "import * as fs from 'fs'\nexport const x = ['as Y'] as const, y = <b>one as two</b> // z as Z\n"
    writeFileSync(join(src, 'none.tsx'), innocent)
    const found = assertionsIn(folder, ['apps'])
    expect(assertionFaults(found, {})).toEqual([
      'apps/fleet: 2 type assertions, 0 allowed',
      'apps/fleet tests: 1 type assertions, 0 allowed',
    ])
    expect(assertionFaults(found, { 'apps/fleet': 3, 'apps/fleet tests': 1 })).toEqual([
      'apps/fleet: 2 type assertions, 3 allowed: lower it',
    ])
  })
})
