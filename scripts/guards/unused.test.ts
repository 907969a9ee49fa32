import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import * as z from 'zod'
import { root } from '../console-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-unused-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const left = new Set(['node_modules', '.git', '.wheelhouse', 'dist', 'test-results'])

const Unused = z.object({
  issues: z.array(
    z.object({
      file: z.string(),
      files: z.array(z.unknown()).optional(),
      exports: z.array(z.object({ name: z.string() })).optional(),
    }),
  ),
})

function unusedIn(cwd: string) {
  const program = join(root, 'node_modules', '.bin', 'knip')
  // It exits with 1 when it finds something, as intended.
  const { stdout } = spawnSync(program, ['--no-progress', '--reporter', 'json'], { cwd, encoding: 'utf8' })
  return Unused.parse(JSON.parse(stdout)).issues
}

test('planted: a file without importers, and an unused export', { timeout: 120_000 }, () => {
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [file, user] = ['apps/server/src/platform/planted-file.ts', 'apps/server/src/platform/clock.ts']
  writeFileSync(join(folder, file), 'export const nobody = 1\n')
  writeFileSync(join(folder, user), 'export const plantedExport = 1\n', { flag: 'a' })
  const found = unusedIn(folder)
  expect(found.find((issue) => issue.file === file)?.files).toHaveLength(1)
  expect(found.find((issue) => issue.file === user)?.exports?.map(({ name }) => name)).toEqual(['plantedExport'])
})
