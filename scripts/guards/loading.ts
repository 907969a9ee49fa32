import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const folder = 'apps/console/src'

/** The parts that ask a query again after a failure, of a part of a page and of a whole one: they show the data before the error. */
const parts: readonly string[] = [`${folder}/live/loaded.tsx`, `${folder}/live/thing-page.tsx`]

/** Where a query still says by hand, once a file, that it failed. The list may only shrink. */
export const loadingDebt: readonly string[] = [
  'features/dashboards/dashboard-screen.tsx',
  'features/devices/devices-panel.tsx',
  'features/public-areas/embedded-area.tsx',
  'pages/location/location-page.tsx',
]

const askedAgain = /\bonRetry=\{[^}]*\brefetch\b/g

/**
 * A query keeps its data beside the error of a later call: a screen that asks for the error first takes away what was
 * read. `Loaded` has the order right, so nothing else offers to try a query again.
 */
export function loadingFaults(files: ProjectFiles, debt: readonly string[] = loadingDebt): string[] {
  const allowed = new Set(debt.map((path) => `${folder}/${path}`))
  const paths = pathsOf(files, new RegExp(`^${folder}/.+\\.tsx$`)).filter((path) => !parts.includes(path))
  const found = paths.flatMap((path) => {
    const count = files.get(path)?.match(askedAgain)?.length ?? 0
    return count > (allowed.has(path) ? 1 : 0)
      ? [`${path} shows a failed query by hand; Loaded (${parts[0]}) does`]
      : []
  })
  const settled = [...allowed].filter((path) => files.get(path)?.match(askedAgain) == null)
  return [...found, ...settled.map((path) => `${path} does not need its place in loadingDebt`)]
}
