import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { ChangeType } from '@wheelhouse/contract/changes.ts'
import { readAction } from '../authz/rights.ts'
import type { ChangeMessage } from '../platform/bus.ts'
import type { Db } from '../platform/context.ts'

/** Whose rights are asked; `view_id`: the console is seen as this person would see it. */
export interface Audience {
  person_id: string
  view_id: string | null
}
export type Sees = (reader: Audience, change: ChangeMessage) => boolean

interface Thing {
  type: ResourceType
  id: string
  /** What is asked on it: mostly a right over its own type, of a command a right over the devices there. */
  right: Right
  /** Asked on it besides. */
  also?: Right | undefined
}
type Right = readonly [ResourceType, Action]

/**
 * Changes of these things of a location need a separate right; all others need only the right to see it (rights: which
 * action guards what).
 */
const guardedAtLocation: Partial<Record<ChangeType, Right>> = {
  service_fee: ['location', 'GET_SERVICE_FEES'],
  price_list: ['rental_fleet', 'GET'],
  payment: ['payment', 'GET'],
  overstay: ['session', 'GET'],
  external_device: ['location', 'GETEXTDEVICES'],
  security_photo: ['location', 'GETSECURITYPHOTOS'],
  log_entry: ['location', 'GET_MAINTENANCE_LOG_ENTRIES'],
  command: ['device', 'GETCMDSHISTORY'],
  feedback: ['user', 'READ_FEEDBACK'],
  event: ['location', 'GET_EVENTS'],
  hardware: ['hardware', 'GET'],
  hardware_config: ['hardware', 'GET_PARAMS'],
  change_set: ['hardware', 'GET_PARAMS'],
}

/** Of an organization: what it pays, what it is sent, and the templates for its hardware. */
const guardedInOrganization: Partial<Record<ChangeType, Right>> = {
  service_fee: ['organization', 'GET_SERVICE_FEES'],
  notifier_subscription: ['organization', 'GET_NOTIFIER_SUBS'],
  work_plan: ['organization', 'GET_MAINTENANCE_LOG_ENTRIES'],
  config_template: ['hardware', 'GET_CONFIG_TEMPLATES'],
}

/** The same of what follows a fleet: there each change asks for a right over what changed. */
const guardedInFleet: Partial<Record<ChangeType, Right>> = {
  rental_device: ['rental_device', 'GET'],
  session: ['session', 'GET'],
  command: ['rental_device', 'GETCMDSHISTORY'],
  feedback: ['user', 'READ_FEEDBACK'],
  event: ['rental_device', 'GET_EVENTS'],
  payment: ['payment', 'GET'],
  change_set: ['hardware', 'GET_PARAMS'],
}

/** What waits to be accepted belongs to no place yet: it is seen as stock is. */
const guardedInStock: Partial<Record<ChangeType, Right>> = { intake: ['hardware', 'GETUNASSIGNED'] }

/** Of a rider: what they wrote, and the cases that repeat what they said. */
const guardedOfRider: Partial<Record<ChangeType, Right>> = {
  feedback: ['user', 'READ_FEEDBACK'],
  support_case: ['user', 'GET_PRIVILEGED'],
}

const guardedIn: Partial<Record<ResourceType, typeof guardedInFleet>> = {
  location: guardedAtLocation,
  organization: guardedInOrganization,
  rental_fleet: guardedInFleet,
  subscription: { payment: ['payment', 'GET'] },
  hardware: guardedInStock,
  user: guardedOfRider,
}

const rightFor = (changed: ChangeType, type: ResourceType): Right =>
  guardedIn[type]?.[changed] ?? [type, readAction(type)]

/** Returns the things whose viewers may see a change. A change for one person has none. */
function thingsOf({ type: told, location_id, through, person_id, also }: ChangeMessage): Thing[] {
  if (person_id) return []
  const thingOf = (type: ResourceType, id: string): Thing => ({ type, id, right: rightFor(told, type), also })
  return [
    ...(location_id ? [thingOf('location', location_id)] : []),
    ...(through ? [thingOf(through.type, through.id)] : []),
  ]
}

/** Which right, and on which thing; `*`: on all of that type. */
interface Key {
  type: string
  right: readonly [string, string]
  id: string | null
}
const keyOf = ({ type, right, id }: Key): string => `${type} ${right.join(' ')} ${id ?? '*'}`

/** One statement for all readers and all things of a batch: enabled people who may see each of them now. */
export async function whoSees(db: Db, readers: readonly Audience[], changes: readonly ChangeMessage[]): Promise<Sees> {
  const people = [...new Set(readers.map((reader) => reader.person_id))]
  const asked = changes.flatMap(thingsOf).flatMap((thing) => [thing, ...alsoOf(thing)])
  const things = [...new Map(asked.map((thing) => [keyOf(thing), thing])).values()]
  const pairs =
    people.length === 0 || things.length === 0
      ? new Set<string>()
      : await pairsOf(db, people, things, formerGroups(changes))
  return ({ person_id: personId, view_id }, change) => {
    // What is for one person alone is not for those who see the console as that person would.
    if (change.person_id) return change.person_id === personId && view_id === null
    const holds = (thing: Thing): boolean =>
      pairs.has(`${personId} ${keyOf({ ...thing, id: null })}`) || pairs.has(`${personId} ${keyOf(thing)}`)
    return thingsOf(change).some((thing) => holds(thing) && alsoOf(thing).every(holds))
  }
}

interface Membership extends Omit<Thing, 'right'> {
  group_id: string
}

const alsoOf = ({ also, ...thing }: Thing): Thing[] => (also ? [{ ...thing, right: also }] : [])

/** Of what is gone: the groups it belonged to. */
const formerGroups = (changes: readonly ChangeMessage[]): Membership[] =>
  changes.flatMap(({ through }) =>
    through ? (through.group_ids ?? []).map((group_id) => ({ type: through.type, id: through.id, group_id })) : [],
  )

async function pairsOf(db: Db, people: string[], things: Thing[], former: Membership[]): Promise<Set<string>> {
  const distinctThings = [...new Map(things.map((thing) => [keyOf({ ...thing, id: null }), thing])).values()]
  const [types, over, actions] = [
    distinctThings.map(({ type }) => type),
    distinctThings.map(({ right }) => right[0]),
    distinctThings.map(({ right }) => right[1]),
  ]
  const { rows } = await sql<{ person_id: string; type: string; over: string; action: string; id: string | null }>`
    with held as (
      select distinct g.person_id, asked.type, asked.over, a.action, g.group_id, e.covers_everything from role_grants g join resource_groups e on e.id = g.group_id
      join role_actions a on a.role_id = g.role_id
      join unnest(${types}::text[], ${over}::text[], ${actions}::text[]) asked(type, over, action)
        on asked.over = a.resource_type and asked.action = a.action
      where g.person_id = any(${people}::uuid[])
        and not exists (select 1 from console_users p where p.id = g.console_user_id and p.disabled_at is not null)
    ), belongs as (
      select distinct m.resource_type, m.resource_id, m.group_id from resource_group_members m
      join unnest(${things.map((thing) => thing.type)}::text[], ${things.map((thing) => thing.id)}::uuid[]) t(type, id)
        on t.type = m.resource_type and t.id = m.resource_id
      union all select * from unnest(${former.map((one) => one.type)}::text[], ${former.map((one) => one.id)}::uuid[], ${former.map((one) => one.group_id)}::uuid[])
    )
    select person_id, type, over, action, null::uuid as id from held where covers_everything
    union select h.person_id, h.type, h.over, h.action, b.resource_id from held h join belongs b on b.group_id = h.group_id and b.resource_type = h.type
    union select person_id, type, over, action, group_id from held where type = 'resource_group'`.execute(db)
  return new Set(
    rows.map(({ person_id, type, over, action, id }) => `${person_id} ${keyOf({ type, right: [over, action], id })}`),
  )
}
