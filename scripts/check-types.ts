import { join } from 'node:path'
import { root } from './console-build.ts'
import { runs } from './runner.ts'

/** `npm run types`. The projects: everything that runs in Node, the console, and the pages of the benchmarks. */
const projects = ['.', 'apps/console', 'bench/pages']

/** What was found the last time: only files that changed since, and what imports them, are checked again. */
const memoryOf = (project: string): string =>
  join(root, 'node_modules', '.cache', 'types', `${project.replaceAll(/[^a-z]/g, '-')}.tsbuildinfo`)

/** Checks all projects, also when the first is red. */
async function typesAreSound(): Promise<boolean> {
  const greens: boolean[] = []
  for (const project of projects) {
    const args = ['-p', project, '--incremental', '--tsBuildInfoFile', memoryOf(project)]
    greens.push(await runs({ program: 'tsc', args }))
  }
  return greens.every(Boolean)
}

process.exitCode = (await typesAreSound()) ? 0 : 1
