import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import { holdsInStock } from './rights.ts'
import { visiblePredicate, visibleSet } from './visible.ts'
import type { Reader } from './visible.ts'

/** Where a piece of hardware is built in, as columns of the statement; null where it is not. */
interface BuiltIn {
  device: RawBuilder<unknown>
  location: RawBuilder<unknown>
  fleet: RawBuilder<unknown>
}

/**
 * Hardware follows its device, which belongs to groups itself and through its location, or the fleet of its vehicle; the rest is
 * stock (rights: model).
 */
export function hardwareIsVisible(reader: Pick<Reader, 'person'>, { device, location, fleet }: BuiltIn) {
  const through = (type: 'location' | 'device' | 'rental_fleet', column: RawBuilder<unknown>) =>
    visiblePredicate(visibleSet(reader, 'hardware', 'GET', type), column)
  return sql<boolean>`case when ${device} is not null then ${through('location', location)} or ${through('device', device)}
    when ${fleet} is not null then ${through('rental_fleet', fleet)}
    else ${stockIsVisible(reader)} end`
}

/** Whether the reader sees hardware that is built in nowhere. */
export function stockIsVisible({ person }: Pick<Reader, 'person'>) {
  const id = sql`${person.id}::uuid`
  return sql<boolean>`(${holdsInStock(id, 'hardware', 'GETUNASSIGNED')} and ${holdsInStock(id, 'hardware', 'GET')})`
}
