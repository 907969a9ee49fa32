import { uuidv7 } from 'uuidv7'
import { isAmount } from '@wheelhouse/contract/events/amounts.ts'
import type { EventFeature, EventKind, EventVerb } from '@wheelhouse/contract/events/event-kinds.ts'
import { eventFeatureLevels, eventFieldLevels, eventKindLevels } from '@wheelhouse/contract/events/events.ts'
import type { ChangeType } from '@wheelhouse/contract/changes.ts'
import type { Db, Tx } from '../platform/context.ts'
import { announce } from '../platform/bus.ts'
import type { ChangeMessage } from '../platform/bus.ts'
import { insertEvents } from './audit.ts'
import type { AuditFacts, AuditRecord } from './audit.ts'
import { insertNotices } from './notices.ts'
import type { NewNotice } from './notices.ts'

/** What one transaction has to tell. Verbs add to it; it is written and announced once, at its end. */
export interface Journal {
  /** Server time: what counts for money. */
  at: Date
  correlation_id: string
  records: AuditRecord[]
  changes: ChangeMessage[]
  /** For the inboxes of people. */
  notices: NewNotice[]
}

export type AuditEntry = EventKind & Omit<AuditFacts, 'at' | 'correlation_id'>
/** What the verbs of one feature say of one thing; their `recordEvent` adds the rest. */
export type EventDetails<Feature extends EventFeature> = { verb: EventVerb<Feature> } & Pick<
  AuditFacts,
  'before' | 'after' | 'reason'
>

export const openJournal = (at: Date, correlationId: string = uuidv7()): Journal => ({
  at,
  correlation_id: correlationId,
  records: [],
  changes: [],
  notices: [],
})

export function addAuditRecord(journal: Journal, entry: AuditEntry): void {
  journal.records.push({ ...entry, at: journal.at, correlation_id: journal.correlation_id })
}

/**
 * The fields of `after` in which `before` was different, as an event keeps them; null: nothing changed. An amount is kept with its
 * currency, also where only the amount changed.
 */
export function changedFields(
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): { before: Record<string, unknown>; after: Record<string, unknown> } | null {
  const names = Object.keys(after).filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
  if (names.length === 0) return null
  const kept = new Set(names.some(isAmount) && 'currency' in after ? [...names, 'currency'] : names)
  const of = (row: Record<string, unknown>) => Object.fromEntries([...kept].map((name) => [name, row[name]]))
  return { before: of(before), after: of(after) }
}

/** Who may hear of a change that belongs to no location: readers who see a thing, or one person alone. */
export type ChangeAudience = Pick<ChangeMessage, 'through' | 'person_id'>

export function publishChange(
  journal: Journal,
  type: ChangeType,
  id: string,
  locationId: string | null,
  hearers: ChangeAudience = {},
): void {
  if (!journal.changes.some((change) => change.type === type && change.id === id))
    journal.changes.push({ type, id, location_id: locationId, ...hearers })
}

/**
 * Writes the events and announces them on the bus inside the transaction, so that nothing is announced when it is
 * rolled back.
 */
export const closeJournal = (tx: Tx, journal: Journal): Promise<void> => closeJournals(tx, [journal])

async function closeJournals(tx: Tx, journals: readonly Journal[]): Promise<void> {
  const records = journals.flatMap((journal) => journal.records)
  const ids = await insertEvents(tx, records)
  const events = ids.flatMap((id, index) => {
    const record = records[index]
    return record ? [{ type: 'event', id, ...placeOf(record), also: rightBeyond(record) } as const] : []
  })
  const notified: ChangeMessage[] = []
  for (const { notices, at } of journals) notified.push(...(await insertNotices(tx, notices, at)))
  await announce(tx, { kind: 'changes', changes: [...distinct(journals), ...events, ...notified] })
}

/** Each thing once, as within one journal. */
const distinct = (journals: readonly Journal[]): ChangeMessage[] => [
  ...new Map(
    journals.flatMap(({ changes }) => changes.map((change) => [`${change.type} ${change.id}`, change] as const)),
  ).values(),
]

/** Where an event happened. What is no location is named by its type, or its id would be taken for one. */
function placeOf(record: AuditRecord): Pick<ChangeMessage, 'location_id' | 'through'> {
  const { visible_through_id: id, visible_through_type: type = 'location' } = record
  return id === null || type === 'location' ? { location_id: id } : { location_id: null, through: { type, id } }
}

/** The level of an event that only some readers of the place may see: that of its feature, of its kind, or of all its fields. */
function rightBeyond(record: AuditRecord): ChangeMessage['also'] {
  // Commands to vehicles are a right over the vehicles of the fleet.
  if (record.feature === 'commands' && record.visible_through_type === 'rental_fleet')
    return ['rental_device', 'GETCMDSHISTORY']
  const ofKind = eventFeatureLevels[record.feature] ?? eventKindLevels[`${record.feature} ${record.verb}`]
  if (ofKind) return ofKind
  const levels = eventFieldLevels[record.resource_type] ?? {}
  const fields = Object.keys({ ...record.before, ...record.after })
  return fields.every((field) => levels[field]) ? levels[fields[0] ?? ''] : undefined
}

/** A transaction with its journal. */
export const withJournal = <T>(db: Db, journal: Journal, work: (tx: Tx) => Promise<T>): Promise<T> =>
  withJournals(db, [journal], work)

/** A transaction for what has several causes, each with its own journal. */
export function withJournals<T>(db: Db, journals: readonly Journal[], work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (tx) => {
    const result = await work(tx)
    await closeJournals(tx, journals)
    return result
  })
}
