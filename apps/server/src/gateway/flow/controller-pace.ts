import type { Client, PublishPacket } from 'aedes'
import { parseTopic } from '@wheelhouse/device-protocol/topics.ts'
import type { HardwareKind, IdLength } from '@wheelhouse/device-protocol/topics.ts'
import type { BrokerCounts } from '../broker.ts'
import type { BoundedSessions } from '../broker-sessions.ts'
import { openQuota } from './quota.ts'
import type { Pace } from './quota.ts'

/** What one controller may send, by kind of message; a mesh has up to some hundred pieces of hardware. */
export type ControllerPaces = Record<'status' | 'event' | 'response' | 'heartbeat', Pace>

export const usualPaces: ControllerPaces = {
  status: { perSecond: 1, burst: 30 },
  event: { perSecond: 20, burst: 200 },
  response: { perSecond: 50, burst: 500 },
  heartbeat: { perSecond: 50, burst: 1_000 },
}

export interface PaceSettings {
  idLength: IdLength
  paces: ControllerPaces
  room: BoundedSessions
  counts: BrokerCounts
  drop: (packet: PublishPacket) => void
}

export type PaceController = (id: string, client: Client, packet: PublishPacket, go: () => void) => void

/**
 * Holds each controller to its own pace, so that one that floods delays nobody else. Beyond it the acknowledgement is
 * withheld from this controller alone, which then stops sending or keeps its messages; without acknowledgements
 * (QoS 0) the message is dropped.
 */
export function paceControllers({ idLength, paces, room, counts, drop }: PaceSettings): PaceController {
  const quotas: Record<Exclude<HardwareKind, 'command'> | 'status', ReturnType<typeof openQuota>> = {
    status: openQuota(paces.status),
    event: openQuota(paces.event),
    response: openQuota(paces.response),
    heartbeat: openQuota(paces.heartbeat),
  }
  return (id, client, packet, go) => {
    const kind = parseTopic(packet.topic, idLength)?.kind
    // The last will is published after its client has gone.
    if (!kind || kind === 'command' || client.closed) return go()
    const quota = quotas[kind]
    if (packet.qos === 0) {
      if (!quota.admits(id)) {
        counts.over_pace++
        drop(packet)
      }
      return go()
    }
    const enter = (): void => room.whenRoom(id, packet.topic, () => (client.closed ? undefined : go()))
    const wait_ms = quota.reserve(id)
    if (wait_ms === 0) return enter()
    counts.delayed++
    setTimeout(() => (client.closed ? quota.giveBack(id) : enter()), wait_ms).unref()
  }
}
