import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { certain } from '@wheelhouse/contract/certain.ts'
import {
  eventActorLevels,
  eventFeatureLevels,
  eventFieldLevels,
  eventKindLevels,
} from '@wheelhouse/contract/events/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'
import type { ListContext } from '../../lists/list-source.ts'
import { hasRights } from '../../authz/authorize.ts'
import type { Resource } from '../../authz/rights.ts'

type Right = readonly [ResourceType, Action]
type Fields = AuditEvent['after']

const nameOf = ([type, action]: Right): string => `${type} ${action}`
const rights = new Map(
  [
    ...Object.values(eventFeatureLevels),
    ...Object.values(eventKindLevels).map(certain),
    ...Object.values(eventFieldLevels).flatMap((levels) => Object.values(levels)),
    ...eventActorLevels.map(({ right }) => right),
  ].map((right) => [nameOf(right), right] as const),
)

/** What of a history this caller may read. It is computed once per page, for the thing whose history it is. */
export interface Reading {
  /**
   * For a row of `events`: whether the caller may see any part of it. The statement itself contains this condition, so
   * that counts, pages and names reveal nothing of the other rows.
   */
  isTold: RawBuilder<boolean>
  /**
   * For a row of `events`: whether its person is hidden. Filters and names use it too, so that nobody can find the
   * person out by filtering.
   */
  hidesPerson: RawBuilder<boolean>
  /** The event without the fields, the person and the reason whose level is not held. */
  told(event: AuditEvent): AuditEvent
}

/**
 * What an organization pays is guarded by the organization's own action of that name, and commands to vehicles by a right over
 * vehicles, as in their lists.
 */
function rightOn(thing: Resource, right: Right): Right {
  if (thing.type === 'organization') return ['organization', right[1]]
  const isOfVehicles = thing.type === 'rental_device' || thing.type === 'rental_fleet'
  return isOfVehicles && right[0] === 'device' ? ['rental_device', right[1]] : right
}

export async function readingOf(ctx: ListContext, thing: Resource): Promise<Reading> {
  const allRights = [...rights.values()]
  const answers = await hasRights(
    ctx,
    allRights.map((right) => rightOn(thing, right)),
    thing,
  )
  const held = new Set(allRights.filter((_, index) => answers[index]).map(nameOf))
  return readingWith((right) => held.has(nameOf(right)))
}

export function readingWith(holds: (right: Right) => boolean): Reading {
  const hiddenFeatures = Object.entries(eventFeatureLevels).flatMap(([feature, right]) =>
    holds(right) ? [] : [feature],
  )
  const hiddenKinds = Object.entries(eventKindLevels).flatMap(([kind, right]) =>
    right === undefined || holds(right) ? [] : [kind],
  )
  const hiddenFields = new Map(
    Object.entries(eventFieldLevels).map(([type, levels]) => [
      type,
      new Set(Object.entries(levels).flatMap(([field, right]) => (holds(right) ? [] : [field]))),
    ]),
  )
  const hiddenActors = eventActorLevels.filter(({ right }) => !holds(right))
  return {
    isTold: sql<boolean>`feature <> all(${hiddenFeatures}::text[])
      and (feature || ' ' || verb) <> all(${hiddenKinds}::text[]) and ${hasFieldsBeyond(hiddenFields)}`,
    hidesPerson: hasPersonAmong(hiddenActors),
    told(event) {
      const hidden = hiddenFields.get(event.resource_type)
      const told = hiddenActors.some((level) => isOf(level, event)) ? withoutPerson(event) : event
      if (!hidden || hidden.size === 0) return told
      return { ...told, before: without(event.before, hidden), after: without(event.after, hidden) }
    },
  }
}

/**
 * A change to nothing but hidden fields is left out, because even its existence would reveal something. An event that
 * never had fields is shown.
 */
function hasFieldsBeyond(hidden: ReadonlyMap<string, ReadonlySet<string>>): RawBuilder<boolean> {
  const fields = sql`coalesce(before, '{}') || coalesce(after, '{}')`
  const parts = [...hidden].flatMap(([type, names]) =>
    names.size === 0
      ? []
      : [sql<boolean>`(resource_type <> ${type} or ${fields} = '{}' or (${fields}) - ${[...names]}::text[] <> '{}')`],
  )
  return parts.length === 0 ? sql<boolean>`true` : sql<boolean>`(${sql.join(parts, sql` and `)})`
}

type ActorLevel = (typeof eventActorLevels)[number]

const isOf = ({ resource_type, verb }: ActorLevel, event: AuditEvent): boolean =>
  resource_type === event.resource_type && (verb === undefined || verb === event.verb)

/** `isOf` in SQL, of the events of people. */
function hasPersonAmong(levels: readonly ActorLevel[]): RawBuilder<boolean> {
  if (levels.length === 0) return sql<boolean>`false`
  const parts = levels.map(
    ({ resource_type, verb }) =>
      sql<boolean>`(resource_type = ${resource_type}${verb === undefined ? sql`` : sql` and verb = ${verb}`})`,
  )
  return sql<boolean>`(actor_kind = 'person' and (${sql.join(parts, sql` or `)}))`
}

const withoutPerson = (event: AuditEvent): AuditEvent => ({
  ...event,
  ...(event.actor_kind === 'person' ? { actor_kind: 'hardware', actor_id: null, actor_name: null } : {}),
  reason: null,
})

function without(fields: Fields, hidden: ReadonlySet<string>): Fields {
  if (fields === null) return null
  const kept = Object.entries(fields).filter(([field]) => !hidden.has(field))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}
