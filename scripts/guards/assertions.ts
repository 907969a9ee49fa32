import { execFileSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { root } from '../console-build.ts'

/** A type assertion (`x as Y`, `<Y>x`), at which the compiler believes instead of checking. */
export interface Assertion {
  path: string
  line: number
}

/** How many assertions a room has left, apart from the ones in its tests; each has its reason beside it. The numbers may only shrink. */
export const assertionBudgets: Readonly<Record<string, number>> = {
  'apps/console': 65,
  'apps/console tests': 30,
  'apps/fleet tests': 17,
  'apps/identity': 2,
  'apps/identity tests': 20,
  'apps/server': 25,
  'apps/server tests': 321,
  bench: 6,
  e2e: 3,
  'e2e tests': 20,
  'packages/contract': 11,
  'packages/contract tests': 13,
  'packages/db': 2,
  'packages/db tests': 6,
  'packages/device-protocol tests': 2,
  'packages/mail tests': 1,
  'scripts tests': 8,
}

/** `as const` asserts nothing: it narrows. Only the linter's parser can tell an assertion from a word in text or in JSX. */
const rule = { 'typescript/consistent-type-assertions': ['error', { assertionStyle: 'never' }] }
const configuration = {
  plugins: ['typescript'],
  categories: { correctness: 'off' },
  rules: rule,
  ignorePatterns: ['**/dist/**', '**/*.gen.ts'],
}
const folders = ['apps', 'packages', 'scripts', 'e2e', 'bench']

const Findings = z.object({
  diagnostics: z.array(
    z.object({ filename: z.string(), labels: z.array(z.object({ span: z.object({ line: z.number() }) })) }),
  ),
})

/** Every assertion below `folder`. The answer comes from oxlint, with this one rule and no other. */
export function assertionsIn(folder: string, below: readonly string[] = folders): Assertion[] {
  const path = join(folder, `.oxlintrc.assertions-${process.pid}.json`)
  writeFileSync(path, JSON.stringify(configuration))
  try {
    const { diagnostics } = Findings.parse(JSON.parse(lint(folder, ['-c', path, '--format', 'json', ...below])))
    return diagnostics.map(({ filename, labels }) => ({ path: filename, line: labels[0]?.span.line ?? 0 }))
  } finally {
    rmSync(path)
  }
}

function lint(cwd: string, args: string[]): string {
  try {
    const oxlint = join(root, 'node_modules', '.bin', 'oxlint')
    return execFileSync(oxlint, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // It exits with 1 when it finds something, as intended.
    if (error instanceof Error && 'stdout' in error && typeof error.stdout === 'string') return error.stdout
    throw error
  }
}

const ofTests = /\.(test|story|suite)\.tsx?$|\/(test|testing|e2e)\/|\/samples\.ts$/

/** The room of a file: `apps/server`, `apps/server tests`, `scripts`. */
function roomOf(path: string): string {
  const room = /^(apps|packages)\/[^/]+|^[^/]+/.exec(path)?.[0] ?? path
  return ofTests.test(path) ? `${room} tests` : room
}

const countsIn = (found: readonly Assertion[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const { path } of found) counts[roomOf(path)] = (counts[roomOf(path)] ?? 0) + 1
  return counts
}

/** The rooms with more assertions than their budget, and the ones with fewer, whose budget is to be lowered. */
export function assertionFaults(found: readonly Assertion[], budgets = assertionBudgets): string[] {
  const counts = countsIn(found)
  return [...new Set([...Object.keys(counts), ...Object.keys(budgets)])].sort().flatMap((room) => {
    const [count, budget] = [counts[room] ?? 0, budgets[room] ?? 0]
    if (count === budget) return []
    return [`${room}: ${count} type assertions, ${budget} allowed${count < budget ? ': lower it' : ''}`]
  })
}

if (import.meta.main)
  for (const { path, line } of assertionsIn(root, process.argv.slice(2))) process.stdout.write(`${path}:${line}\n`)
