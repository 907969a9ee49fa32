import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

const written = [
  /(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"]([a-z_]+)/g,
  /\binsert\s+into\s+([a-z_]+)/gi,
  /\bdelete\s+from\s+([a-z_]+)/gi,
  // `do update set` and `for update of` change no other table.
  /(?<!\bdo\s)(?<!\bfor\s)\bupdate\s+([a-z_]+)(?:\s+(?:as\s+)?[a-z]+)?\s+set\b/gi,
]

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const isTest = /\.test\.ts$|\/testing\//

function writerOf(path: string): string {
  return /^apps\/server\/src\/features\/([a-z-]+)\//.exec(path)?.[1] ?? /^apps\/server\/src\/([a-z]+)\//.exec(path)?.[1] ?? path
}

/** Which features write each table, read off the server's sources. */
export function writersOf(files: ProjectFiles): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const path of pathsOf(files, /^apps\/server\/src\/.+\.ts$/)) {
    if (isTest.test(path)) continue
    const text = (files.get(path) ?? '').replace(comments, '')
    for (const pattern of written)
      for (const [, table] of text.matchAll(pattern)) {
        const name = (table ?? '').toLowerCase()
        writers.set(name, (writers.get(name) ?? new Set()).add(writerOf(path)))
      }
  }
  return writers
}

/** Each table has one writing feature; the others call its verb. */
export function writerFaults(files: ProjectFiles): string[] {
  return [...writersOf(files)].flatMap(([table, features]) =>
    features.size > 1 ? [`${table} is written by ${[...features].sort().join(' and ')}`] : [],
  )
}
