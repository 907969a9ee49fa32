import { readdirSync, statSync, watch } from 'node:fs'
import type { FSWatcher } from 'node:fs'
import { join, sep } from 'node:path'

// An editor saves one file in several steps, and a checkout changes many files.
const settleMs = 30

/**
 * Calls back once for changes that come together, with the file that changed last. Tests are no part of an app. Folders
 * are watched and not files: Node's recursive watch loses a file that an editor replaces by another one when it saves.
 */
export function watchSources(folders: readonly string[], onChange: (file: string) => void): () => void {
  const watchers = new Map<string, FSWatcher>()
  let timer: NodeJS.Timeout | undefined

  function add(folder: string): void {
    if (!watchers.has(folder))
      watchers.set(
        folder,
        watch(folder, (_kind, name) => name && changed(join(folder, name))),
      )
    for (const entry of readdirSync(folder, { withFileTypes: true }))
      if (entry.isDirectory()) add(join(folder, entry.name))
  }

  function changed(path: string): void {
    const stat = statSync(path, { throwIfNoEntry: false })
    if (!stat?.isFile()) drop(path)
    // What was saved in a new folder before it was watched is reported with the folder.
    if (stat?.isDirectory()) add(path)
    else if (!/\.(ts|mjs|sql|json)$/.test(path) || path.endsWith('.test.ts')) return
    clearTimeout(timer)
    timer = setTimeout(() => onChange(path), settleMs)
  }

  /** A folder that is created again under the same name needs a new watcher, and so do the folders in it. */
  function drop(path: string): void {
    for (const [folder, watcher] of watchers) {
      if (folder !== path && !folder.startsWith(path + sep)) continue
      watcher.close()
      watchers.delete(folder)
    }
  }

  for (const folder of folders) add(folder)
  return () => {
    clearTimeout(timer)
    for (const watcher of watchers.values()) watcher.close()
  }
}
