import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { ChangeType } from '@wheelhouse/contract/events.ts'
import { seeing } from '../features/permissions/rights.ts'
import type { Told } from '../platform/bus.ts'
import type { Db } from './context.ts'
import type { Reader } from './stream-readers.ts'

export type Sees = (personId: string, change: Told) => boolean

interface Thing {
  type: ResourceType
  id: string
  /** What is asked on it. */
  action: Action
}

/** Some things of a location or an organization are not told to all who see it; the others are (rights: which action guards what). */
const guardedBy: Partial<Record<ChangeType, Action>> = {
  service_fee: 'GET_SERVICE_FEES',
  external_device: 'GETEXTDEVICES',
  security_photo: 'GETSECURITYPHOTOS',
}

/** What a change is seen through. One that is told to a person alone is seen through nothing. */
function thingsOf({ type: told, location_id, through, person_id }: Told): Thing[] {
  if (person_id) return []
  const asked = (type: ResourceType, id: string): Thing => ({ type, id, action: guardedBy[told] ?? seeing(type) })
  return [...(location_id ? [asked('location', location_id)] : []), ...(through ? [asked(through.type, through.id)] : [])]
}

const keyOf = ({ type, action, id }: { type: string; action: string; id: string | null }): string => `${type} ${action} ${id ?? '*'}`

/** One statement for all readers and all things of a batch: enabled people who may see each of them now. */
export async function whoSees(db: Db, readers: readonly Reader[], changes: readonly Told[]): Promise<Sees> {
  const people = [...new Set(readers.map((reader) => reader.person_id))]
  const things = [...new Map(changes.flatMap(thingsOf).map((thing) => [keyOf(thing), thing])).values()]
  const pairs = people.length === 0 || things.length === 0 ? new Set<string>() : await pairsOf(db, people, things, formerGroups(changes))
  return (personId, change) => {
    if (change.person_id) return change.person_id === personId
    return thingsOf(change).some(
      (thing) => pairs.has(`${personId} ${keyOf({ ...thing, id: null })}`) || pairs.has(`${personId} ${keyOf(thing)}`),
    )
  }
}

interface Membership extends Omit<Thing, 'action'> {
  group_id: string
}

/** Of what is gone: the groups it belonged to. */
const formerGroups = (changes: readonly Told[]): Membership[] =>
  changes.flatMap(({ through }) =>
    (through?.group_ids ?? []).map((group_id) => ({ type: through?.type as ResourceType, id: through?.id ?? '', group_id })),
  )

async function pairsOf(db: Db, people: string[], things: Thing[], former: Membership[]): Promise<Set<string>> {
  const asked = [...new Map(things.map((thing) => [`${thing.type} ${thing.action}`, thing])).values()]
  const { rows } = await sql<{ person_id: string; type: string; action: string; id: string | null }>`
    with held as (
      select distinct g.person_id, a.resource_type, a.action, g.group_id, e.covers_everything from role_grants g join resource_groups e on e.id = g.group_id
      join console_users p on p.id = g.person_id and p.disabled_at is null
      join role_actions a on a.role_id = g.role_id
      join unnest(${asked.map(({ type }) => type)}::text[], ${asked.map(({ action }) => action)}::text[]) asked(type, action)
        on asked.type = a.resource_type and asked.action = a.action
      where g.person_id = any(${people}::uuid[])
    ), belongs as (
      select distinct m.resource_type, m.resource_id, m.group_id from resource_group_members m
      join unnest(${things.map((thing) => thing.type)}::text[], ${things.map((thing) => thing.id)}::uuid[]) t(type, id)
        on t.type = m.resource_type and t.id = m.resource_id
      union all select * from unnest(${former.map((one) => one.type)}::text[], ${former.map((one) => one.id)}::uuid[], ${former.map((one) => one.group_id)}::uuid[])
    )
    select person_id, resource_type as type, action, null::uuid as id from held where covers_everything
    union select h.person_id, h.resource_type, h.action, b.resource_id from held h join belongs b on b.group_id = h.group_id and b.resource_type = h.resource_type
    union select person_id, resource_type, action, group_id from held where resource_type = 'resource_group'`.execute(db)
  return new Set(rows.map((row) => `${row.person_id} ${keyOf(row)}`))
}
