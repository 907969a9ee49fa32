import { existsSync, mkdirSync, readFileSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { endAbandonedServer } from '@wheelhouse/db/embedded/embedded.ts'
import { moveData } from '@wheelhouse/db/embedded/embedded-places.ts'
import { StartError } from '../settings.ts'
import { factsName, parseFacts } from './backup-facts.ts'
import type { BackupFacts } from './backup-facts.ts'
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
  // What it had started, such as initdb, may write there for a moment longer.
  rmSync(stagedFolder(state), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  const ready = readyFolder(state)
  if (!existsSync(ready)) return undefined
  if (readdirSync(ready).length === 0) {
    // Killed in its last step: everything is in place already.
    rmSync(ready, { recursive: true })
    return undefined
  }
  const facts = readyFacts(ready)
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

function readyFacts(ready: string): BackupFacts {
  const path = join(ready, factsName)
  const facts = existsSync(path) ? parseFacts(readFileSync(path, 'utf8')) : undefined
  if (facts) return facts
  throw new StartError(
    `${ready} does not say what it holds, so that restore cannot be finished. Move it out of the state folder to keep what is there, or restore again afterwards.`,
  )
}

function move(item: string, from: string, to: string): void {
  // An earlier restore of the same file put something there.
  rmSync(to, { recursive: true, force: true })
  if (item === databaseItem) moveData(from, to)
  else renameSync(from, to)
}
