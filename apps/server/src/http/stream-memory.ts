import type { ChangeMessage } from '../platform/bus.ts'

/** Kept for readers that come back with Last-Event-ID. */
const keptAtMost = 5_000

export interface StreamMemory {
  keep(change: ChangeMessage): void
  /** The id of what was kept last. */
  lastId(): string
  /** Changes may have been missed: ids issued so far say nothing of what a reader knows. */
  startOver(): void
  /**
   * Returns what a returning reader missed, or null when that is no longer kept or this process did not issue the id.
   */
  missedSince(lastEventId: string | undefined): ChangeMessage[] | null
}

export function openMemory(): StreamMemory {
  let began = Date.now()
  const epoch = (): string => began.toString(36)
  const kept: { n: number; change: ChangeMessage }[] = []
  let n = 0
  return {
    keep(change) {
      kept.push({ n: ++n, change })
      if (kept.length > keptAtMost) kept.splice(0, kept.length - keptAtMost)
    },
    lastId: () => `${epoch()}-${n}`,
    startOver() {
      began = Math.max(Date.now(), began + 1)
      kept.length = 0
      n = 0
    },
    missedSince(lastEventId) {
      if (!lastEventId) return []
      const [, itsEpoch, at] = /^([0-9a-z]{1,12})-(\d{1,15})$/.exec(lastEventId) ?? []
      const from = Number(at)
      if (itsEpoch !== epoch() || from > n || (kept[0] && kept[0].n > from + 1)) return null
      return unique(kept.filter((one) => one.n > from).map((one) => one.change))
    },
  }
}

/**
 * Keeps each thing once, however often it changed, with all its former groups, so that everyone who saw it before any
 * of the changes is notified.
 */
export function unique(changes: ChangeMessage[]): ChangeMessage[] {
  const things = new Map<string, ChangeMessage>()
  for (const change of changes) {
    const key = `${change.type} ${change.id}`
    const groups = new Set([...(things.get(key)?.through?.group_ids ?? []), ...(change.through?.group_ids ?? [])])
    things.set(
      key,
      change.through && groups.size > 0
        ? { ...change, through: { ...change.through, group_ids: [...groups] } }
        : change,
    )
  }
  return [...things.values()]
}
