import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { eventFeatureLevels, eventFieldLevels } from '@wheelhouse/contract/events.ts'
import type { AuditEvent } from '@wheelhouse/contract/events.ts'
import type { Ctx } from '../../http/context.ts'
import { heldOn } from '../permissions/authorize.ts'
import type { Resource } from '../permissions/rights.ts'

type Right = readonly [ResourceType, Action]
type Fields = AuditEvent['after']

const nameOf = ([type, action]: Right): string => `${type} ${action}`
const rights = new Map(
  [...Object.values(eventFeatureLevels), ...Object.values(eventFieldLevels).flatMap((levels) => Object.values(levels))].map(
    (right) => [nameOf(right), right] as const,
  ),
)

/** What of a history this caller may read; asked of the thing whose history it is, once a page. */
export interface Reading {
  /** Left out in the statement itself, so that counts and pages tell nothing of them. */
  hiddenFeatures: string[]
  /** The event without the fields whose level is not held. */
  told(event: AuditEvent): AuditEvent
}

/** What an organization pays is guarded by the organization's own action of that name. */
const rightOn = (thing: Resource, right: Right): Right => (thing.type === 'organization' ? ['organization', right[1]] : right)

export async function readingOf(ctx: Ctx, thing: Resource): Promise<Reading> {
  const asked = [...rights.values()]
  const answers = await heldOn(
    ctx,
    asked.map((right) => rightOn(thing, right)),
    thing,
  )
  const held = new Set(asked.filter((_, index) => answers[index]).map(nameOf))
  return readingWith((right) => held.has(nameOf(right)))
}

export function readingWith(holds: (right: Right) => boolean): Reading {
  const hiddenFeatures = Object.entries(eventFeatureLevels).flatMap(([feature, right]) => (holds(right) ? [] : [feature]))
  const hiddenFields = new Map(
    Object.entries(eventFieldLevels).map(([type, levels]) => [
      type,
      new Set(Object.entries(levels).flatMap(([field, right]) => (holds(right) ? [] : [field]))),
    ]),
  )
  return {
    hiddenFeatures,
    told(event) {
      const hidden = hiddenFields.get(event.resource_type)
      if (!hidden || hidden.size === 0) return event
      return { ...event, before: without(event.before, hidden), after: without(event.after, hidden) }
    },
  }
}

function without(fields: Fields, hidden: ReadonlySet<string>): Fields {
  if (fields === null) return null
  const kept = Object.entries(fields).filter(([field]) => !hidden.has(field))
  return kept.length === 0 ? null : Object.fromEntries(kept)
}
