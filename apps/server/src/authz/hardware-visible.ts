import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action } from '@wheelhouse/contract/access.ts'
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
 * Whether the reader holds the right over a piece. Hardware follows its device, which belongs to groups itself and through its
 * location, or the fleet of its vehicle; the rest is stock (rights: model).
 */
export function isHeldOnHardware(reader: Pick<Reader, 'person'>, action: Action, { device, location, fleet }: BuiltIn) {
  const through = (type: 'location' | 'device' | 'rental_fleet', column: RawBuilder<unknown>) =>
    visiblePredicate(visibleSet(reader, 'hardware', action, type), column)
  return sql<boolean>`case when ${device} is not null then ${through('location', location)} or ${through('device', device)}
    when ${fleet} is not null then ${through('rental_fleet', fleet)}
    else ${isHeldInStock(reader, action)} end`
}

export const hardwareIsVisible = (reader: Pick<Reader, 'person'>, builtIn: BuiltIn) =>
  isHeldOnHardware(reader, 'GET', builtIn)

function isHeldInStock({ person }: Pick<Reader, 'person'>, action: Action) {
  const id = sql`${person.id}::uuid`
  return sql<boolean>`(${holdsInStock(id, 'hardware', 'GETUNASSIGNED')} and ${holdsInStock(id, 'hardware', action)})`
}

/** Whether the reader sees hardware that is built in nowhere. */
export const stockIsVisible = (reader: Pick<Reader, 'person'>) => isHeldInStock(reader, 'GET')
