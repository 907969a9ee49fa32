import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { openStatuses, urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { rowIsVisible, visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { eachAtMost } from '../hardware-state/aggregates.ts'
import { idleWords } from '../hardware-state/idle-words.ts'

type Reading = Pick<ListContext, 'person'>

/** The right without which nobody learns that a location has an entry. */
const readsLog = 'GET_MAINTENANCE_LOG_ENTRIES'

const words = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))
const isUrgent = sql`e.status in (${words(openStatuses)}) and e.priority in (${words(urgentPriorities)})`
const isAtWork = sql`l.status not in (${idleWords})`

/**
 * `u.urgent` beside `l`: how many open log entries of critical or high priority it has, for readers of its log, and none where
 * nothing is expected to work (values: issues of a location). For the rows of a page and for one location.
 */
export const urgentEntriesOfEach = (reading: Reading): RawBuilder<unknown> =>
  ofEach(rowIsVisible(reading, 'location', readsLog, 'location', sql`l.id`))

/** The same for filter, order and sums over all that the asker sees; `hint` as in `deviceAggregates`. */
export function urgentEntries({ person }: Reading, hint: number | null): RawBuilder<unknown> {
  const isRead = visiblePredicate(visibleSet({ person }, 'location', readsLog, 'location'), sql`l.id`)
  return hint !== null && hint <= eachAtMost ? ofEach(isRead) : ofAll(isRead)
}

const ofEach = (isRead: RawBuilder<boolean>) => sql`cross join lateral (select count(*)::int as urgent
  from maintenance_log_entries e where e.location_id = l.id and ${isUrgent} and ${isAtWork} and ${isRead}) u`

/** Few of many locations have one: what is open is read once. */
const ofAll = (isRead: RawBuilder<boolean>) => sql`left join (select e.location_id, count(*)::int as entries
    from maintenance_log_entries e where ${isUrgent} group by e.location_id) o on o.location_id = l.id
  cross join lateral (select case when o.entries > 0 and ${isAtWork} and ${isRead} then o.entries else 0 end as urgent) u`
