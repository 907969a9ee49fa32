import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const screens = /^apps\/console\/src\/(?!dev\/).+(?<!\.test)\.tsx?$/
/** A sentence that counts things: `{{count}}`, at most two words, and a noun in the plural. */
const counted =
  /'([^'\n]*)\{\{count\}\} ((?:[a-z-]+ ){0,2}?(?!(?:is|has|does|was|its|this|less|as|across|status|success)\b)[a-z]+s)\b[^'\n]*'/g
/** Limits and settings, which are never one. */
const limits = /\b(?:more than|at most|up to|for|after|batches of|since|least|than|of the|last|every|has) $/i
/** The words that branch on one, in the expression that leads to the sentence. */
const branchesOnOne = /(?:(?:===|>) (?:\d+\b|'1')[^]{0,420}|'(?:[^'\n]* )?1 [^'\n]+'\)?, (?:t\()?)$/

/** Counts of a fixed choice, or of what is at least two. */
const neverOne = new Set([
  'apps/console/src/features/dashboards/public-dashboard.tsx',
  'apps/console/src/pages/console-user/person-audit.tsx',
  'apps/console/src/features/find-user/find-user-labels.ts',
  'apps/console/src/features/permissions/inspector-answer.tsx',
  'apps/console/src/features/imports/import-screen.tsx',
])

/** Sentences that would read "1 devices": they count without a sentence for one before them. */
export function pluralFaults(files: ProjectFiles): string[] {
  return pathsOf(files, screens).flatMap((path) => {
    if (neverOne.has(path)) return []
    const text = files.get(path) ?? ''
    return [...text.matchAll(counted)]
      .filter(({ 1: before = '', index }) => !limits.test(before) && !branchesOnOne.test(text.slice(0, index)))
      .map(
        ({ 0: sentence, index }) =>
          `${path}:${text.slice(0, index).split('\n').length} has no sentence for one: ${sentence}`,
      )
  })
}
