import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import { verbsOf } from '@wheelhouse/contract/events/event-kinds.ts'
import type { EventFeature, EventKind } from '@wheelhouse/contract/events/event-kinds.ts'
import { eventFieldLevels } from '@wheelhouse/contract/events/events.ts'
import type { Organization } from './factories.ts'
import type { Caller, TestApp } from './test-app.ts'

type Right = readonly [ResourceType, Action]

export const levels = Object.entries(eventFieldLevels).flatMap(([type, fields]) =>
  Object.entries(fields).map(([field, right]) => [`${type} ${field}`, type, field, right] as const),
)

/** Any verb of it. */
export const kindOf = (feature: EventFeature) => ({ feature, verb: verbsOf(feature)[0] }) as EventKind

export const secret = 'SHOWN-TO-FEW'

export const all = Object.fromEntries(levels.map(([, , field]) => [field, secret]))

export const commandHistory: Right = ['device', 'GETCMDSHISTORY']

interface Place {
  w: TestApp
  ours: Organization
}

/** What tests do with events. The place is asked for at each call, because every test has another one. */
export function eventLevelActions(place: () => Place) {
  /** Sees events, and holds these besides. */
  const holding = (...rights: Right[]): Promise<Caller> => {
    const needs: Record<string, string[]> = { location: ['GET', 'GET_EVENTS'], device: ['GET'] }
    for (const [type, action] of rights) needs[type] = [...(needs[type] ?? []), action]
    return place().w.person([{ group_id: place().ours.owner, needs: needs as never }])
  }
  return { holding }
}
