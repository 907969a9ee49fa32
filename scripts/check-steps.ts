import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './console-build.ts'
import { lintIsGreen } from './lint.ts'
import { counted, headed, headedWhole, runs } from './runner.ts'
import type { Outcome } from './runner.ts'
import { vitestReport } from './test-reports.ts'

/** Types, lint, format, unused code, and every test that needs no browser. All of them run, even when one is red. */
export async function runChecks(): Promise<Outcome[]> {
  // The tests follow alone: some of them wait for processes that they start, which is slow on busy cores.
  return [...(await runSourceChecks()), await runTests()]
}

/** What only reads the sources: types, lint, format and unused code. */
export const runSourceChecks = (): Promise<Outcome[]> =>
  Promise.all([
    headedWhole('types and lint', (write) => lintIsGreen([], write)),
    headedWhole('format', (write) => runs({ program: 'oxfmt', args: ['--check'], write })),
    headedWhole('unused code', (write) => runs({ program: 'knip', args: ['--no-progress'], write })),
  ])

export const runTests = (): Promise<Outcome> => headed('unit and server tests', vitest)

async function vitest(): Promise<Omit<Outcome, 'name'>> {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-report-'))
  const file = join(folder, 'vitest.json')
  try {
    const isGreen = await runs({
      program: 'vitest',
      args: ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    })
    return counted(isGreen, vitestReport(file, root))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
