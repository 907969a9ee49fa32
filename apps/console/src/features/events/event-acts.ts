import { certain } from '@wheelhouse/contract/certain.ts'
import { deviceTypeLabels } from '@wheelhouse/contract/devices/devices.ts'
import type { AuditEvent } from '@wheelhouse/contract/events/events.ts'

/** What happened once: a bike parked, a dock unlocked for a rider, a controller gone with its docks. It is recorded in several steps. */
export interface Act {
  /** Says what happened; the newest of the weightiest kind. */
  head: AuditEvent
  /** The command of a person that set it off, where that is another event than the head. */
  cause: AuditEvent | null
  /** Every event of it, newest first; the head alone when there is nothing to fold. */
  steps: readonly AuditEvent[]
  /** The devices that one cause made go or come back together; none for what happened at one device. */
  affected: readonly AuditEvent[]
}

/** A rider or a lock takes seconds; what is further apart is another act. */
const apartMs = 90_000

const lockStates = new Set<unknown>(['allocated', 'booked', 'locking', 'locked', 'unlocking', 'unlocked'])

const isLockMove = ({ feature, verb, after }: AuditEvent): boolean =>
  feature === 'devices' && verb === 'dock_state' && lockStates.has(after?.dock_state)
const isKnownKey = ({ feature, verb, after }: AuditEvent): boolean =>
  feature === 'devices' && verb === 'key_scan' && after?.is_known === true
const isSession = ({ feature, verb, actor_kind }: AuditEvent): boolean =>
  feature === 'parking-sessions' && (verb === 'opened' || verb === 'ended') && actor_kind === 'hardware'
const isCommandEnd = ({ feature, verb }: AuditEvent): boolean => feature === 'commands' && verb === 'ended'
const isCommandStart = ({ feature, verb }: AuditEvent): boolean => feature === 'commands' && verb === 'sent'

/** The weightiest first: the kind that a person would name the whole act by. */
const weights: readonly ((event: AuditEvent) => boolean)[] = [
  isCommandEnd,
  isCommandStart,
  isSession,
  isLockMove,
  isKnownKey,
]
const weightOf = (event: AuditEvent): number => weights.findIndex((isOf) => isOf(event))

/** The device of a step; null of what is no step of anything. */
function placeOf(event: AuditEvent): string | null {
  if (weightOf(event) < 0) return null
  return event.resource_type === 'device' ? event.resource_id : event.device_id
}

/** Some kinds happen once in an act: a second one belongs to another. */
const happensOnce = [isCommandEnd, isCommandStart, isSession, isKnownKey]
const repeats = (steps: readonly AuditEvent[], event: AuditEvent): boolean =>
  happensOnce.some((isOf) => isOf(event) && steps.some(isOf))

/** A key and a command begin an act, so nothing older belongs to it. */
const begins = (event: AuditEvent): boolean => isKnownKey(event) || isCommandStart(event)

const contactVerbs = new Set(['raised', 'confirmed', 'repeated', 'cleared'])
const isController = ({ resource_name }: AuditEvent): boolean =>
  resource_name?.startsWith(deviceTypeLabels.controller) === true

/**
 * Contact that devices of one location lose or find together has one cause: a controller, the power, the network. Null of
 * anything else, and of the outage of a whole location, which is one event already.
 */
function contactOf({ feature, verb, resource_type }: AuditEvent): string | null {
  return feature === 'outages' && resource_type === 'device' && contactVerbs.has(verb) ? `outages ${verb}` : null
}

/** Folds a history, newest first, into acts in the same order. Each act has the place of its newest event. */
export function actsOf(events: readonly AuditEvent[]): Act[] {
  const groups: AuditEvent[][] = []
  const open = new Map<string, AuditEvent[]>()
  for (const event of events) {
    const place = contactOf(event) ?? placeOf(event)
    const group = place === null ? undefined : open.get(place)
    const last = group?.at(-1)
    const isPart =
      group !== undefined &&
      last !== undefined &&
      Date.parse(last.at) - Date.parse(event.at) <= apartMs &&
      !repeats(group, event)
    const own = isPart ? group : [event]
    if (isPart) own.push(event)
    else groups.push(own)
    if (place === null) continue
    if (begins(event)) open.delete(place)
    else open.set(place, own)
  }
  return groups.map(actOf)
}

function actOf(steps: readonly AuditEvent[]): Act {
  const isContact = steps.some((step) => contactOf(step) !== null)
  if (isContact && steps.length > 1) {
    const head = steps.find(isController) ?? certain(steps[0])
    return { head, cause: null, steps, affected: steps.filter((step) => !isController(step)) }
  }
  const head = certain(steps.toSorted((one, other) => weightOf(one) - weightOf(other))[0])
  const sent = steps.find(isCommandStart)
  return { head, cause: sent !== undefined && sent !== head ? sent : null, steps, affected: [] }
}
