import type { DeviceEvent, Heartbeat, ResponseMessage } from '@wheelhouse/device-protocol/messages.ts'
import type { EventType } from '@wheelhouse/device-protocol/events.ts'
import { eventTopic, heartbeatTopic, responseTopic } from '@wheelhouse/device-protocol/topics.ts'
import { overtakeMs } from './faults.ts'
import { nextSeq, ownTime } from './hardware.ts'
import type { Hardware } from './hardware.ts'
import { isUp, publish } from '../platform/mqtt-link.ts'
import type { Link } from '../platform/mqtt-link.ts'
import { readings } from './readings.ts'

type EventOf<T extends EventType> = Extract<DeviceEvent, { type: T }>['data']
type Answer = ResponseMessage extends infer R ? (R extends ResponseMessage ? Omit<R, 'at'> : never) : never

/** How the hardware of one mesh sends messages, including the faults of its connection. */
export interface Sender {
  controller_id: string
  link: Link
  /** Events held back until a later one has overtaken them. */
  held: Map<Hardware, { send: () => void; timer: NodeJS.Timeout }>
}

export const createVoice = (controllerId: string, link: Link): Sender => ({
  controller_id: controllerId,
  link,
  held: new Map(),
})

export const deviceTime = (hardware: Hardware): Date => ownTime(hardware)

const isMute = (hardware: Hardware): boolean => hardware.isDown || hardware.isDead

export function sendEvent<T extends EventType>(sender: Sender, hardware: Hardware, type: T, data: EventOf<T>): void {
  if (isMute(hardware)) return
  const seq = nextSeq(hardware)
  const message = { id: `${type}-${seq.toString(36)}`, seq, at: deviceTime(hardware).toISOString(), type, data }
  const send = () => publish(sender.link, eventTopic(sender.controller_id, hardware.hardware_id), message, 1)
  if (hardware.behaviour === 'out_of_order') sendOutOfOrder(sender, hardware, send)
  else send()
  if (hardware.behaviour === 'duplicate') send()
}

/** Holds an event back until the next one has overtaken it, or for a short time. */
function sendOutOfOrder({ held }: Sender, hardware: Hardware, send: () => void): void {
  const before = held.get(hardware)
  held.delete(hardware)
  if (before) {
    clearTimeout(before.timer)
    send()
    before.send()
    return
  }
  const timer = setTimeout(() => {
    held.delete(hardware)
    send()
  }, overtakeMs)
  held.set(hardware, { send, timer })
}

export function sendHeartbeat(
  { link, controller_id }: Sender,
  hardware: Hardware,
  position?: NonNullable<Heartbeat['position']>,
): void {
  if (isMute(hardware) || !isUp(link)) return
  const stamp = { seq: nextSeq(hardware), at: deviceTime(hardware).toISOString() }
  const heartbeat: Heartbeat = { ...stamp, ...readings(hardware), ...(position ? { position } : {}) }
  publish(link, heartbeatTopic(controller_id, hardware.hardware_id), heartbeat, 0)
}

/** Returns the response, so that the same command can be answered the same way again. */
export function sendResponse(sender: Sender, hardware: Hardware, answer: Answer): ResponseMessage {
  const response: ResponseMessage = { ...answer, at: deviceTime(hardware).toISOString() }
  repeatAnswer(sender, hardware, response)
  return response
}

export function repeatAnswer({ link, controller_id }: Sender, hardware: Hardware, response: ResponseMessage): void {
  if (isMute(hardware)) return
  const copies = hardware.behaviour === 'duplicate' ? 2 : 1
  for (let n = 0; n < copies; n++) publish(link, responseTopic(controller_id, hardware.hardware_id), response, 1)
}
