import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endAbandonedServer } from '@wheelhouse/db/embedded/embedded.ts'
import { moveData } from '@wheelhouse/db/embedded/embedded-places.ts'
import { factsName } from './archive.ts'
import type { BackupFacts } from './archive.ts'
import { allItems, databaseItem } from './state-items.ts'

/** Where a restore unpacks, and where it is when everything in it was checked: from then on it is finished by any start. */
export const stagedFolder = (state: string): string => join(state, 'restore.new')
export const readyFolder = (state: string): string => join(state, 'restore.ready')

/** What was there before, beside the new one, so that a restore of the wrong file can be undone by hand. */
export const asideFolder = (state: string, { made_at }: BackupFacts): string =>
  join(state, `before-restore-of-${made_at.replace(/[^\dTZ]/g, '')}`)

/**
 * Puts a checked restore into place. Each step can be repeated, so a process that is killed between any two leaves a folder
 * that the next start finishes; nothing of it is used before. Returns the folder of what was there.
 */
export function finishRestore(state: string): string | undefined {
  // Killed while it was unpacked or tried: the installation has not been touched.
  endAbandonedServer(join(stagedFolder(state), databaseItem))
  rmSync(stagedFolder(state), { recursive: true, force: true })
  const ready = readyFolder(state)
  if (!existsSync(ready)) return undefined
  const facts = JSON.parse(readFileSync(join(ready, factsName), 'utf8')) as BackupFacts
  const aside = asideFolder(state, facts)
  mkdirSync(aside, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 })
  for (const item of allItems) {
    const [current, before, restored] = [join(state, item), join(aside, item), join(ready, item)]
    // An item that the backup has and `ready` has not is in place already.
    const isInPlace = facts.items.includes(item) && !existsSync(restored)
    if (!isInPlace && existsSync(current)) move(item, current, before)
    if (existsSync(restored)) move(item, restored, current)
  }
  rmSync(ready, { recursive: true, force: true })
  return aside
}

function move(item: string, from: string, to: string): void {
  // An earlier restore of the same file put something there.
  rmSync(to, { recursive: true, force: true })
  if (item === databaseItem) moveData(from, to)
  else renameSync(from, to)
}
