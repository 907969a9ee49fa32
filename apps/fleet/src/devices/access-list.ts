import { wireCommands } from '@wheelhouse/device-protocol/commands.ts'
import type { AccessEntry } from '@wheelhouse/device-protocol/commands.ts'
import type { KeyScan } from './hardware.ts'
import type { StoredAccessList } from '../platform/fleet-state.ts'

/** Parts of a version that has not arrived completely. */
export interface ArrivingList {
  version: number
  parts: Map<number, readonly AccessEntry[]>
}

export type KeyVerdict = 'granted' | 'master' | 'refused'

/** Null: the lock has no list, so it asks nobody. An entry stops opening by the lock's own clock, without any message. */
export function verdictOf(list: StoredAccessList | null, { key, key_type }: KeyScan, now: Date): KeyVerdict | null {
  if (!list?.is_restricted) return null
  const own = list.entries.filter(
    (entry) =>
      entry.key === key &&
      areSameReader(entry.key_type, key_type) &&
      (entry.expires_at === undefined || Date.parse(entry.expires_at) > now.getTime()),
  )
  if (own.some((entry) => entry.is_master)) return 'master'
  return own.length > 0 ? 'granted' : 'refused'
}

/** One reader reads cards and phones, and a list names both by their bytes. */
const areSameReader = (one: KeyScan['key_type'], other: KeyScan['key_type']): boolean =>
  one === other || (isContactless(one) && isContactless(other))
const isContactless = (type: KeyScan['key_type']): boolean => type === 'rfid' || type === 'nfc'

export type TakenPart = { arriving: ArrivingList } | { list: StoredAccessList } | { failure: string }

/** The list is replaced as a whole with its last part, so that no half of it is ever obeyed. */
export function takePart(before: ArrivingList | null, given: Record<string, unknown>): TakenPart {
  const { version, part, parts, is_restricted, entries } = wireCommands.set_access_list.args.parse(given)
  const arriving = before?.version === version ? before : { version, parts: new Map<number, readonly AccessEntry[]>() }
  arriving.parts.set(part, entries)
  if (part < parts) return { arriving }
  const all = Array.from({ length: parts }, (_, index) => arriving.parts.get(index + 1))
  if (all.includes(undefined)) return { failure: 'parts_missing' }
  return { list: { version, is_restricted, entries: all.flatMap((some) => some ?? []) } }
}
