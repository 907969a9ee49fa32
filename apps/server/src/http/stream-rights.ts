import { sql } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
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

/** Which right, and on which thing; null: on all of that type. */
interface Asked {
  type: ResourceType
  right: Right
  id: string | null
}
const keyOf = ({ type, right, id }: Asked): string => `${type} ${right.join(' ')} ${id ?? '*'}`
const alsoOf = ({ also, ...thing }: Thing): Thing[] => (also ? [{ ...thing, right: also }] : [])
const anywhere = (thing: Thing): Asked => ({ ...thing, id: null })

/** The people who may see a change. Changes that the same people may see have the same set, however many there are. */
export type SeersOf = (change: ChangeMessage) => ReadonlySet<string>

/** One statement for all people and all things of a batch: which of these people may see each of them now; nobody who is disabled. */
export async function seersOf(db: Db, people: readonly string[], changes: readonly ChangeMessage[]): Promise<SeersOf> {
  const things = changes.flatMap(thingsOf).flatMap((thing) => [thing, ...alsoOf(thing)])
  const asked = new Map(things.flatMap((thing) => [thing, anywhere(thing)]).map((one) => [keyOf(one), one]))
  const holders = people.length === 0 ? noHolders : await holdersOf(db, people, [...asked.values()], changes)
  const heldBy = (thing: Thing): ReadonlySet<string>[] =>
    [keyOf(anywhere(thing)), keyOf(thing)].flatMap((key) => holders.get(key) ?? [])
  const [numbers, unions] = [new Map<ReadonlySet<string>, number>(), new Map<string, ReadonlySet<string>>()]
  const numberOf = (set: ReadonlySet<string>): number => {
    const number = numbers.get(set) ?? numbers.size
    numbers.set(set, number)
    return number
  }
  return (change) => {
    if (change.person_id) return new Set([change.person_id])
    // Each thing with what has to be held as well; each of these by all or by the thing itself.
    const held = thingsOf(change).map((thing) => [thing, ...alsoOf(thing)].map(heldBy))
    const key = held.map((rights) => rights.map((sets) => sets.map(numberOf).join()).join('&')).join('|')
    const union = unions.get(key) ?? new Set(held.flatMap(holdingAll))
    unions.set(key, union)
    return union
  }
}

/** Who is in one of the sets of each right. */
const holdingAll = ([first = [], ...others]: ReadonlySet<string>[][]): string[] =>
  first.flatMap((some) => [...some].filter((one) => others.every((sets) => sets.some((set) => set.has(one)))))

/** The same, asked reader by reader. */
export async function whoSees(db: Db, readers: readonly Audience[], changes: readonly ChangeMessage[]): Promise<Sees> {
  const seers = await seersOf(db, [...new Set(readers.map((reader) => reader.person_id))], changes)
  // What is for one person alone is not for those who see the console as that person would.
  return ({ person_id, view_id }, change) => (view_id === null || !change.person_id) && seers(change).has(person_id)
}

type Holders = ReadonlyMap<string, ReadonlySet<string>>
const noHolders: Holders = new Map()

/** Of what is gone: the groups it belonged to. */
const formerGroups = (changes: readonly ChangeMessage[]): { type: ResourceType; id: string; group_id: string }[] =>
  changes.flatMap(({ through }) =>
    through ? (through.group_ids ?? []).map((group_id) => ({ type: through.type, id: through.id, group_id })) : [],
  )

/**
 * From so many people on, the statement begins with the groups of the things, and not with the grants of each person: those who see
 * nothing cost nothing.
 */
const manyPeople = 20

async function holdersOf(
  db: Db,
  people: readonly string[],
  asked: readonly Asked[],
  changes: readonly ChangeMessage[],
): Promise<Holders> {
  if (asked.length === 0) return noHolders
  const former = formerGroups(changes)
  // Written here: the driver looks into each of thousands of ids for what has to be escaped.
  const ids = sql`${`{${people.join()}}`}::uuid[]`
  const grants =
    people.length < manyPeople
      ? sql`role_grants g where g.person_id = any(${ids})`
      : sql`(select distinct group_id from belongs) b join role_grants g using (group_id)`
  const { rows } = await sql<{ n: number; people: string }>`
    with asked as (
      select * from unnest(${asked.map(({ type }) => type)}::text[], ${asked.map(({ id }) => id)}::uuid[], ${asked.map(({ right }) => right[0])}::text[], ${asked.map(({ right }) => right[1])}::text[])
        with ordinality a(type, id, over, action, n)
    ), belongs as materialized (
      select a.n, a.over, a.action, m.group_id from asked a join resource_group_members m on m.resource_type = a.type and m.resource_id = a.id
      union select a.n, a.over, a.action, f.group_id from asked a
        join unnest(${former.map((one) => one.type)}::text[], ${former.map((one) => one.id)}::uuid[], ${former.map((one) => one.group_id)}::uuid[]) f(type, id, group_id) using (type, id)
      union select a.n, a.over, a.action, e.id from asked a join resource_groups e on e.covers_everything where a.id is null
      union select a.n, a.over, a.action, a.id from asked a where a.type = 'resource_group' and a.id is not null
    ), grants as materialized (
      select g.group_id, g.role_id, g.person_id, g.console_user_id from ${grants}
    ), holders as (
      select distinct b.n, g.person_id from belongs b
      join role_actions r on r.resource_type = b.over and r.action = b.action
      join grants g on g.group_id = b.group_id and g.role_id = r.role_id
      where g.person_id in (select unnest(${ids}))
        and not exists (select 1 from console_users p where p.id = g.console_user_id and p.disabled_at is not null)
    )
    select n, string_agg(person_id::text, ' ' order by person_id) as people from holders group by n`.execute(db)
  // Most things of a batch are seen by the same people: these are one set.
  const sets = new Map(rows.map((row) => [row.people, new Set(row.people.split(' '))]))
  return new Map(
    rows.flatMap((row) => {
      const set = sets.get(row.people)
      return set ? [[keyOf(certain(asked[row.n - 1])), set] as const] : []
    }),
  )
}
