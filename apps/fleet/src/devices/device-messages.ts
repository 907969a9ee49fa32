import type { DeviceEvent, Heartbeat, ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { EventType } from '@wheelhouse/device-protocol/events.ts'
import { eventTopic, heartbeatTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { clockOffMs, overtakeMs } from './faults.ts'
import { nextSeq } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { isUp, publish } from '../platform/mqtt-link.ts'
import type { Line } from '../platform/mqtt-link.ts'
import { readings } from './readings.ts'

type EventOf<T extends EventType> = Extract<DeviceEvent, { type: T }>['data']
type Answer = ResponseMessage extends infer R ? (R extends ResponseMessage ? Omit<R, 'at'> : never) : never

/** How the hardware of one mesh sends messages, including the faults of its connection. */
export interface Voice {
  controller_id: string
  line: Line
  /** Events held back until a later one has overtaken them. */
  held: Map<Hardware, { say: () => void; timer: NodeJS.Timeout }>
}

export const createVoice = (controllerId: string, line: Line): Voice => ({
  controller_id: controllerId,
  line,
  held: new Map(),
})

export const deviceTime = (hardware: Hardware): Date => new Date(Date.now() + clockOffMs(hardware.behaviour))

const isMute = (hardware: Hardware): boolean => hardware.isDown || hardware.isDead

export function sayEvent<T extends EventType>(voice: Voice, hardware: Hardware, type: T, data: EventOf<T>): void {
  if (isMute(hardware)) return
  const seq = nextSeq(hardware)
  const message = { id: `${type}-${seq.toString(36)}`, seq, at: deviceTime(hardware).toISOString(), type, data }
  const say = () => publish(voice.line, eventTopic(voice.controller_id, hardware.hardware_id), message, 1)
  if (hardware.behaviour === 'out_of_order') sayOutOfOrder(voice, hardware, say)
  else say()
  if (hardware.behaviour === 'duplicate') say()
}

/** Holds an event back until the next one has overtaken it, or for a short time. */
function sayOutOfOrder({ held }: Voice, hardware: Hardware, say: () => void): void {
  const before = held.get(hardware)
  held.delete(hardware)
  if (before) {
    clearTimeout(before.timer)
    say()
    before.say()
    return
  }
  const timer = setTimeout(() => {
    held.delete(hardware)
    say()
  }, overtakeMs)
  held.set(hardware, { say, timer })
}

export function sayHeartbeat({ line, controller_id }: Voice, hardware: Hardware): void {
  if (isMute(hardware) || !isUp(line)) return
  const beat: Heartbeat = { seq: nextSeq(hardware), at: deviceTime(hardware).toISOString(), ...readings(hardware) }
  publish(line, heartbeatTopic(controller_id, hardware.hardware_id), beat, 0)
}

/** Returns the response, so that the same command can be answered the same way again. */
export function sayAnswer(voice: Voice, hardware: Hardware, answer: Answer): ResponseMessage {
  const response = { ...answer, at: deviceTime(hardware).toISOString() } as ResponseMessage
  repeatAnswer(voice, hardware, response)
  return response
}

export function repeatAnswer({ line, controller_id }: Voice, hardware: Hardware, response: ResponseMessage): void {
  if (isMute(hardware)) return
  const copies = hardware.behaviour === 'duplicate' ? 2 : 1
  for (let n = 0; n < copies; n++) publish(line, responseTopic(controller_id, hardware.hardware_id), response, 1)
}
