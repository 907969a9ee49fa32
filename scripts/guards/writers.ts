import { pathsOf } from './project-files.ts'
import type { ProjectFiles } from './project-files.ts'

/** `points_of_interest`, `"points_of_interest"`, `public.points_of_interest`, after `only` or not. */
const table = String.raw`(?:only\s+)?(?:"?public"?\s*\.\s*)?"?([a-z_]+)"?`
const sqlWrite = (pattern: string): RegExp =>
  new RegExp(
    pattern.replace('TABLE', () => table),
    'gi',
  )

const written = [
  /(?:insertInto|updateTable|deleteFrom|mergeInto|replaceInto)\(\s*['"`](?:public\.)?([a-z_]+)/g,
  sqlWrite(String.raw`\binsert\s+into\s+TABLE`),
  sqlWrite(String.raw`\bdelete\s+from\s+TABLE`),
  sqlWrite(String.raw`\bmerge\s+into\s+TABLE`),
  sqlWrite(String.raw`\btruncate\s+(?:table\s+)?TABLE\s*(?:restart|cascade|[\`'";,])`),
  sqlWrite(String.raw`\bcopy\s+TABLE\s*(?:\([^)]*\)\s*)?from\b`),
  // `do update set` and `for update of` change no other table.
  sqlWrite(String.raw`(?<!\bdo\s)(?<!\bfor\s)\bupdate\s+TABLE(?:\s+(?:as\s+)?[a-z]+)?\s+set\b`),
]
/** The table's name is computed, so a guard cannot read it. */
const unnamed =
  /\b(?:insert\s+into|delete\s+from|merge\s+into|update|truncate(?:\s+table)?)\s+(?:only\s+)?\$\{\s*sql\.(?:table|ref|id)\(/gi

const comments = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm
const isTest = /\.test\.ts$|\/testing\/|\/samples\.ts$/

/** The identity provider has its own database user and tables, so it is one writer. */
function writerOf(path: string): string {
  return (
    /^apps\/server\/src\/features\/([a-z-]+)\//.exec(path)?.[1] ??
    /^apps\/server\/src\/([a-z]+)\//.exec(path)?.[1] ??
    /^apps\/(identity)\//.exec(path)?.[1] ??
    path
  )
}

function sourcesOf(files: ProjectFiles): [path: string, text: string][] {
  return pathsOf(files, /^apps\/(?:server|identity)\/src\/.+\.ts$/)
    .filter((path) => !isTest.test(path))
    .map((path) => [path, (files.get(path) ?? '').replace(comments, '')])
}

/** Which features write each table, according to the sources of the server and the identity provider. */
export function writersOf(files: ProjectFiles): Map<string, Set<string>> {
  const writers = new Map<string, Set<string>>()
  for (const [path, text] of sourcesOf(files))
    for (const pattern of written)
      for (const [, name = ''] of text.matchAll(pattern)) {
        const key = name.toLowerCase()
        writers.set(key, (writers.get(key) ?? new Set()).add(writerOf(path)))
      }
  return writers
}

/** Each table has one writing feature; the others call its verb. */
export function writerFaults(files: ProjectFiles): string[] {
  const shared = [...writersOf(files)].flatMap(([name, features]) =>
    features.size > 1 ? [`${name} is written by ${[...features].sort().join(' and ')}`] : [],
  )
  const hidden = sourcesOf(files).flatMap(([path, text]) =>
    [...text.matchAll(unnamed)].map(([words]) => `${path}: ${words} names no table`),
  )
  return [...shared, ...hidden]
}
