import type { ProjectFiles } from './project-files.ts'

/** Passed from one part of the product to another, or read to refuse it; nobody sets them. */
const internal = new Set(['WHEELHOUSE_DEMO', 'NATS_URL', 'NODE_ENV'])

const schemas = /^apps\/server\/src\/platform\/(config|[a-z]+-settings)\.ts$/
const readers = /^(apps\/(identity|fleet)\/src\/platform\/settings|scripts\/settings)\.ts$/

/** The environment variables that the product reads. */
function settingsIn(files: ProjectFiles): string[] {
  const found = [...files].flatMap(([path, text]) => {
    if (schemas.test(path)) return [...text.matchAll(/^ {2}([A-Z][A-Z\d_]+):/gm)]
    return readers.test(path) ? [...text.matchAll(/\benv(?:\.|, ')([A-Z][A-Z\d_]+)/g)] : []
  })
  return [...new Set(found.map(([, name = '']) => name))].filter((name) => !internal.has(name)).toSorted()
}

const manual = 'docs/OPERATIONS.md'

/** Settings that the operations manual does not name. */
export const settingFaults = (files: ProjectFiles): string[] =>
  settingsIn(files)
    .filter((name) => !files.get(manual)?.includes(`\`${name}\``))
    .map((name) => `${name} is read and not in ${manual}`)
