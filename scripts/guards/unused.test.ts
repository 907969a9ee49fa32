import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { root } from '../console-build.ts'

const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-unused-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const left = new Set(['node_modules', '.git', '.wheelhouse', 'dist', 'test-results'])

interface Unused {
  issues: { file: string; files?: unknown[]; exports?: { name: string }[] }[]
}

function unusedIn(cwd: string): Unused['issues'] {
  const program = join(root, 'node_modules', '.bin', 'knip')
  try {
    return (
      JSON.parse(execFileSync(program, ['--no-progress', '--reporter', 'json'], { cwd, encoding: 'utf8' })) as Unused
    ).issues
  } catch (error) {
    // It exits with 1 when it finds something, as intended.
    return (JSON.parse((error as { stdout: string }).stdout) as Unused).issues
  }
}

test('planted: a file without importers, and an unused export', { timeout: 120_000 }, () => {
  cpSync(root, folder, { recursive: true, filter: (path) => !left.has(basename(path)) })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  const [file, user] = ['apps/server/src/platform/planted-file.ts', 'apps/server/src/platform/clock.ts']
  const before = unusedIn(folder)
  expect(before.filter((issue) => [file, user].includes(issue.file))).toEqual([])
  writeFileSync(join(folder, file), 'export const nobody = 1\n')
  writeFileSync(join(folder, user), 'export const plantedExport = 1\n', { flag: 'a' })
  const after = unusedIn(folder)
  expect(after.find((issue) => issue.file === file)?.files).toHaveLength(1)
  expect(after.find((issue) => issue.file === user)?.exports?.map(({ name }) => name)).toEqual(['plantedExport'])
})
