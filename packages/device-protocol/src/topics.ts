/**
 * Topics: `hw/{controller_id}/status` and `hw/{controller_id}/{hardware_id}/{kind}`. Ids are shown in upper case and
 * compared without case.
 */
export const hardwareKinds = ['heartbeat', 'event', 'command', 'response'] as const
export type HardwareKind = (typeof hardwareKinds)[number]

export type Topic =
  | { kind: 'status'; controller_id: string }
  | { kind: HardwareKind; controller_id: string; hardware_id: string }

/** Number of hexadecimal digits of a hardware id. 24 is a 96-bit microcontroller id; 12 to 32 can be configured. */
export interface IdLength {
  min: number
  max: number
}
export const usualIdLength: IdLength = { min: 24, max: 24 }
export const widestIdLength: IdLength = { min: 12, max: 32 }

const hex = /^[0-9A-Fa-f]+$/

/** The id as shown and stored, or null when the text is not an id. */
export function hardwareIdOf(text: string, length: IdLength = usualIdLength): string | null {
  if (text.length < length.min || text.length > length.max || !hex.test(text)) return null
  return text.toUpperCase()
}

export const statusTopic = (controllerId: string): string => `hw/${controllerId}/status`
export const heartbeatTopic = (controllerId: string, hardwareId: string): string =>
  `hw/${controllerId}/${hardwareId}/heartbeat`
export const eventTopic = (controllerId: string, hardwareId: string): string => `hw/${controllerId}/${hardwareId}/event`
export const commandTopic = (controllerId: string, hardwareId: string): string =>
  `hw/${controllerId}/${hardwareId}/command`
export const responseTopic = (controllerId: string, hardwareId: string): string =>
  `hw/${controllerId}/${hardwareId}/response`

/** The gateway's subscription. */
export const everyTopic = 'hw/#'
/** All topics that one controller may publish and subscribe to. */
export const ownTopics = (controllerId: string): string => `hw/${controllerId}/#`
/** Commands to a controller and its children. */
export const commandsTo = (controllerId: string): string => `hw/${controllerId}/+/command`

const isHardwareKind = (word: string): word is HardwareKind => hardwareKinds.some((kind) => kind === word)

/** Returns null for every topic outside of the protocol. */
export function parseTopic(topic: string, length: IdLength = usualIdLength): Topic | null {
  const [root, first, second, third, ...rest] = topic.split('/')
  if (root !== 'hw' || first === undefined || second === undefined || rest.length > 0) return null
  const controller_id = hardwareIdOf(first, length)
  if (controller_id === null) return null
  if (third === undefined) return second === 'status' ? { kind: 'status', controller_id } : null
  const hardware_id = hardwareIdOf(second, length)
  if (hardware_id === null || !isHardwareKind(third)) return null
  return { kind: third, controller_id, hardware_id }
}

export const topicText = (topic: Topic): string =>
  topic.kind === 'status'
    ? statusTopic(topic.controller_id)
    : `hw/${topic.controller_id}/${topic.hardware_id}/${topic.kind}`
