import { hardwareIdOf, parseTopic, topicText } from '@wheelhouse/device-protocol/topics.ts'
import type { IdLength } from '@wheelhouse/device-protocol/topics.ts'

export const gatewayUser = 'gateway'
/** Fixed, so that the broker finds its persistent session after a restart of the gateway. */
export const gatewayClientId = 'wheelhouse-gateway'
/** Heartbeats use a separate connection, so that they do not queue behind commits. */
export const gatewayHeartbeatsClientId = 'wheelhouse-gateway-heartbeats'
/** Commands and their answers use a third one, so that no number of events delays them. */
export const gatewayCommandsClientId = 'wheelhouse-gateway-commands'
export const gatewayClientIds: readonly string[] = [gatewayClientId, gatewayHeartbeatsClientId, gatewayCommandsClientId]

/** A newcomer connected with the provisioning secret: it may announce itself, and receives its own secret once it is accepted. */
export type Party = { kind: 'gateway' } | { kind: 'controller' | 'newcomer'; id: string }

export interface Introduction {
  username: string | undefined
  password: unknown
  clientId: string
  will: { topic: string; payload: Uint8Array | string } | undefined
}

/** Return codes of a CONNACK (MQTT 3.1.1, table 3.1). */
export const refusals = { identifier: 2, unavailable: 3, credentials: 4, not_authorized: 5 } as const
export type Claim = { party: Party; clientId: string } | { refusal: (typeof refusals)[keyof typeof refusals] }

const maxWillBytes = 1_024

/**
 * The identity that a connection claims; its password is checked later. A controller's client id is its hardware id,
 * and its will concerns only itself.
 */
export function claimOf(introduction: Introduction, idLength: IdLength): Claim {
  const { username, password, clientId, will } = introduction
  if (!username || password === undefined || password === null) return { refusal: refusals.credentials }
  if (username === gatewayUser) {
    if (will) return { refusal: refusals.not_authorized }
    return gatewayClientIds.includes(clientId)
      ? { party: { kind: 'gateway' }, clientId }
      : { refusal: refusals.identifier }
  }
  const id = hardwareIdOf(username, idLength)
  if (id === null) return { refusal: refusals.credentials }
  if (clientId.toUpperCase() !== id) return { refusal: refusals.identifier }
  if (will && !isOwnStatus(will.topic, id, idLength)) return { refusal: refusals.not_authorized }
  if (will && Buffer.byteLength(will.payload) > maxWillBytes) return { refusal: refusals.not_authorized }
  return { party: { kind: 'controller', id }, clientId: id }
}

function isOwnStatus(topic: string, id: string, idLength: IdLength): boolean {
  const parsed = parseTopic(topic, idLength)
  return parsed?.kind === 'status' && parsed.controller_id === id
}

export type PublishVerdict =
  /** The topic with its ids in upper case; only a status is retained for later subscribers. */
  | { ok: true; topic: string; isRetainable: boolean }
  | { ok: false; why: 'foreign_topic' | 'unknown_topic' | 'unaccepted' }

export function judgePublish(party: Party, text: string, idLength: IdLength): PublishVerdict {
  const topic = parseTopic(text, idLength)
  if (topic === null) {
    const isOwn = party.kind !== 'gateway' && isBelow(text, party.id)
    return { ok: false, why: isOwn ? 'unknown_topic' : 'foreign_topic' }
  }
  const mayCommand = party.kind === 'gateway'
  if (mayCommand !== (topic.kind === 'command')) return { ok: false, why: 'foreign_topic' }
  if (party.kind !== 'gateway' && topic.controller_id !== party.id) return { ok: false, why: 'foreign_topic' }
  if (party.kind === 'newcomer' && topic.kind !== 'event' && topic.kind !== 'response')
    return { ok: false, why: 'unaccepted' }
  return { ok: true, topic: topicText(topic), isRetainable: topic.kind === 'status' }
}

const isBelow = (text: string, controllerId: string): boolean => {
  const [root, id, ...rest] = text.split('/')
  return root === 'hw' && id?.toUpperCase() === controllerId && rest.length > 0
}

/** The filter with its controller id in upper case, or null when it covers more than the party may receive. */
export function allowedFilter(party: Party, filter: string): string | null {
  if (party.kind === 'gateway') return filter.startsWith('hw/') ? filter : null
  if (!isBelow(filter, party.id)) return null
  const [, , ...rest] = filter.split('/')
  return ['hw', party.id, ...rest.map((level) => hardwareIdOf(level, { min: 12, max: 32 }) ?? level)].join('/')
}

/** Checks outgoing messages once more, for those that were queued in a session. */
export const mayReceive = (party: Party, topic: string): boolean =>
  topic.startsWith(party.kind === 'gateway' ? 'hw/' : `hw/${party.id}/`)
