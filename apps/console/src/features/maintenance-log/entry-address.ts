import * as v from 'valibot'
import { logEntries } from '@wheelhouse/contract/maintenance-log/maintenance-log.ts'
import { id, idAfter, idPair } from '../../lists/address-values.ts'
import { listAddress } from '../../lists/list-address.ts'
import type { SearchOf } from '../../lists/list-address.ts'

export const entriesAddress = listAddress(
  logEntries,
  {
    view: v.picklist(['board', 'calendar']),
    /** What is open: a new entry, or a location and an entry there, read or edited. */
    open: v.union([v.literal('new'), idPair, idAfter('edit:', idPair)]),
    /** Where a new entry is, and its device. */
    place: id,
    device: id,
    /** The month of the calendar: `2026-11`. */
    month: v.pipe(v.string(), v.regex(/^20\d\d-(?:0[1-9]|1[0-2])$/)),
  },
  // The calendar asks for its month.
  ['due_from', 'due_to'],
)
export type EntriesSearch = SearchOf<typeof entriesAddress>

export interface EntryRef {
  location_id: string
  log_entry_id: string
}

export const refOf = ({ location_id, id }: { location_id: string; id: string }): EntryRef => ({
  location_id,
  log_entry_id: id,
})
export const openOf = ({ location_id, id }: { location_id: string; id: string }): string => `${location_id}.${id}`
/** The log with the entry open. */
export const entryPath = (entry: { location_id: string; id: string }): string =>
  `/maintenance-log?open=${openOf(entry)}`

export function openedEntry({ open }: Pick<EntriesSearch, 'open'>): (EntryRef & { isEdited: boolean }) | null {
  if (open === undefined || open === 'new') return null
  const [location_id = '', log_entry_id = ''] = open.replace('edit:', '').split('.')
  return { location_id, log_entry_id, isEdited: open.startsWith('edit:') }
}

export const closed = (search: EntriesSearch): EntriesSearch => ({
  ...search,
  open: undefined,
  place: undefined,
  device: undefined,
})
