import { readFileSync, statSync } from 'node:fs'

/** Reads a file again when it was replaced: a new build of the console is served without a restart. */
export function freshFile(path: string): () => string {
  let changedAt = -1
  let content = ''
  return () => {
    const { mtimeMs } = statSync(path)
    if (mtimeMs !== changedAt) {
      content = readFileSync(path, 'utf8')
      changedAt = mtimeMs
    }
    return content
  }
}
