import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const page = 'docs/SECURITY.md'
const heading = '## Faults and attacks, line by line'
const commands = /^bench\/faults\/(?:[a-z]+-)+(?:kill|links|disk)\.ts$/

/** The rows of the two tables below the heading. */
function rowsOf(files: ProjectFiles): string[] {
  const [, section = ''] = (files.get(page) ?? '').split(heading)
  const [own = ''] = section.split('\n## ')
  return own.split('\n').filter((line) => line.startsWith('| ') && !line.includes('| test or command |'))
}

const faultNameOf = (path: string): string => path.replace(/^.*\/|\.ts$/g, '')

/** Rows that name neither a test nor a command nor that they are not covered, files that do not exist, and commands without a row. */
export function proofTableFaults(files: ProjectFiles): string[] {
  const rows = rowsOf(files)
  const known = new Set(pathsOf(files, commands).map(faultNameOf))
  const named = new Set<string>()
  const faults = rows.flatMap((row) => {
    const quoted = [...row.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)
    const paths = quoted.filter((text) => /\.(test|story|suite)\.tsx?$/.test(text))
    const asked = quoted.flatMap((text) => /^npm run faults -- (\S+)/.exec(text)?.[1] ?? [])
    for (const name of asked) named.add(name)
    return [
      ...paths.filter((path) => !files.has(path)).map((path) => `${page} names ${path}, which does not exist`),
      ...asked
        .filter((name) => !known.has(name))
        .map((name) => `${page} names npm run faults -- ${name}, which does not exist`),
      ...(paths.length + asked.length === 0 && !row.includes('not covered') ? [`${page}: nothing covers: ${row}`] : []),
    ]
  })
  return [
    ...faults,
    ...[...known].filter((name) => !named.has(name)).map((name) => `${page} does not name npm run faults -- ${name}`),
  ]
}
