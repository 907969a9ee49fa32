import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Maps a path from the root of the repository, with slashes, to the text of the file. */
export type ProjectFiles = ReadonlyMap<string, string>

const passedBy = new Set(['node_modules', 'dist', '.git', '.wheelhouse', 'test-results'])
const read = /\.(ts|tsx|mjs|sql|css|md|json|jsonc)$/

/** Reads the project's own files; installed, built and generated folders are left out. */
export function readProject(root: string): ProjectFiles {
  const files = new Map<string, string>()
  const walk = (folder: string): void => {
    for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory() && !passedBy.has(entry.name)) walk(path)
      else if (entry.isFile() && read.test(entry.name)) files.set(path, readFileSync(join(root, path), 'utf8'))
    }
  }
  walk('')
  return files
}

export const pathsOf = (files: ProjectFiles, pattern: RegExp): string[] =>
  [...files.keys()].filter((path) => pattern.test(path)).sort()
