import { runs } from './runner.ts'
import type { Write } from './runner.ts'

/** The projects that TypeScript checks: everything that runs in Node, the console, and the pages of the benchmarks. */
const projects = ['.', 'apps/console', 'bench/pages']

/** Checks all projects, also when the first is red. */
export async function typesAreSound(write?: Write): Promise<boolean> {
  const greens: boolean[] = []
  for (const project of projects) greens.push(await runs({ program: 'tsc', args: ['-p', project], write }))
  return greens.every(Boolean)
}

/** `npm run types`. */
if (import.meta.main) process.exitCode = (await typesAreSound()) ? 0 : 1
