import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { openStatuses, urgentPriorities } from '@wheelhouse/contract/maintenance-log/entry-rules.ts'
import { visiblePredicate, visibleSet } from '../../authz/visible.ts'
import type { ListContext } from '../../lists/list-source.ts'

/** The right without which nobody learns that a location has an entry. */
export const readsLog = 'GET_MAINTENANCE_LOG_ENTRIES'

const words = (values: readonly string[]) => sql.raw(values.map((value) => `'${value}'`).join(', '))

/**
 * `u.urgent` beside `l`: how many open log entries of critical or high priority it has (values: issues of a location), and none
 * where nothing is expected to work. `isRead`: the asker reads the maintenance log there.
 */
export const urgentEntries = (isRead: RawBuilder<boolean>): RawBuilder<unknown> => sql`cross join lateral (
  select count(*)::int as urgent from maintenance_log_entries e
  where e.location_id = l.id and e.status in (${words(openStatuses)}) and e.priority in (${words(urgentPriorities)})
    and l.status not in ('in_house', 'in_delivery', 'obsolete') and ${isRead}) u`

export const urgentEntriesFor = ({ person }: Pick<ListContext, 'person'>): RawBuilder<unknown> =>
  urgentEntries(visiblePredicate(visibleSet({ person }, 'location', readsLog, 'location'), sql`l.id`))
