import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { watchSources } from './watch-sources.ts'

let folder: string
let changed: string[]
let stop: () => void

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'watched-'))
  mkdirSync(join(folder, 'src', 'inner'), { recursive: true })
  writeFileSync(join(folder, 'src', 'inner', 'a.ts'), '1')
  changed = []
  stop = watchSources([join(folder, 'src')], (file) => changed.push(file))
})
afterEach(() => {
  stop()
  rmSync(folder, { recursive: true, force: true })
})

const path = (...names: string[]): string => join(folder, 'src', ...names)

/** As many editors save: a new file takes the place of the old one. */
function replace(file: string, text: string): void {
  writeFileSync(join(folder, 'edited'), text)
  renameSync(join(folder, 'edited'), file)
}

test('a file is watched after it was replaced, and replaced again', async () => {
  for (const count of [1, 2, 3]) {
    replace(path('inner', 'a.ts'), String(count))
    await expect.poll(() => changed).toEqual(Array.from({ length: count }, () => path('inner', 'a.ts')))
  }
})

test('a folder that is made later is watched, also when it is made a second time', async () => {
  for (const _time of ['first', 'second']) {
    mkdirSync(path('later'))
    await expect.poll(() => changed.at(-1)).toBe(path('later'))
    writeFileSync(path('later', 'b.ts'), '')
    await expect.poll(() => changed.at(-1)).toBe(path('later', 'b.ts'))
    rmSync(path('later'), { recursive: true })
  }
})

test('a test and a text are no sources', async () => {
  writeFileSync(path('a.test.ts'), '')
  writeFileSync(path('README.md'), '')
  writeFileSync(path('last.sql'), '')
  await expect.poll(() => changed).toEqual([path('last.sql')])
})
