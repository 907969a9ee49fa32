import type { Client, PublishPacket } from 'aedes'

/** A message of a device that the gateway has not acknowledged yet. */
interface Carried {
  readonly client: Client
  readonly messageId: number
  readonly message: Pick<PublishPacket, 'cmd' | 'topic' | 'payload' | 'retain' | 'dup'> & { qos: 1 }
  isCommitted: boolean
  /** How often the gateway had subscribed when the message was published last. */
  publishedAt: number
}

/** Publishes under this number, by which the broker names the message from then on. */
type Publish = (client: Client, message: Carried['message'] & { brokerCounter: number }) => void

export interface CommittedAcknowledgements {
  /** Publishes a QoS 1 message of a device, and acknowledges it once the gateway has. */
  carry(client: Client, packet: PublishPacket & { messageId: number }): void
  /** Acknowledges a message that has no effect to wait for, after the ones before it. */
  dismiss(client: Client, messageId: number): void
  /** The broker has looked for the subscribers of a message; `isTaken`: the gateway is one of them. */
  queued(brokerCounter: number, isTaken: boolean): void
  /** The gateway has acknowledged a message, which it does after its effect is committed. */
  acknowledged(brokerCounter: number): void
  /** The gateway has subscribed: what arrived before is published again. */
  gatewayArrived(): void
}

/** A device that sends on without acknowledgements is disconnected, and keeps its messages until it returns. */
const unacknowledgedAtMost = 2_000

/**
 * A device's QoS 1 message is acknowledged after its effect is in the database: the broker keeps its queues in memory,
 * so an earlier acknowledgement would promise what a power cut takes back. The acknowledgements of one connection
 * keep the order of its messages (MQTT 3.1.1, section 4.6).
 */
export function acknowledgeCommitted(nextCounter: () => number, publish: Publish): CommittedAcknowledgements {
  const underWay = new Map<number, Carried>()
  const { queue, confirm } = acknowledgeInOrder()
  let untaken: Carried[] = []
  let arrivals = 0

  function send(carried: Carried): void {
    const brokerCounter = nextCounter()
    carried.publishedAt = arrivals
    underWay.set(brokerCounter, carried)
    publish(carried.client, { ...carried.message, brokerCounter })
  }

  return {
    carry(client, packet) {
      const { messageId, cmd, topic, payload, retain, dup } = packet
      const message = { cmd, topic, payload, retain, dup, qos: 1 } as const
      const carried: Carried = { client, messageId, message, isCommitted: false, publishedAt: arrivals }
      queue(client, carried)
      send(carried)
    },
    dismiss(client, messageId) {
      const message = { cmd: 'publish', topic: '', payload: '', retain: false, dup: false, qos: 1 } as const
      const carried: Carried = { client, messageId, message, isCommitted: true, publishedAt: arrivals }
      queue(client, carried)
      confirm(carried)
    },
    queued(brokerCounter, isTaken) {
      const carried = underWay.get(brokerCounter)
      if (!carried || isTaken) return
      underWay.delete(brokerCounter)
      // The gateway may have subscribed while the broker was looking.
      if (carried.publishedAt < arrivals) send(carried)
      else untaken.push(carried)
    },
    acknowledged(brokerCounter) {
      const carried = underWay.get(brokerCounter)
      if (!carried) return
      underWay.delete(brokerCounter)
      confirm(carried)
    },
    gatewayArrived() {
      arrivals++
      const waiting = untaken
      untaken = []
      // A device that has left sends its message again when it returns.
      for (const carried of waiting) if (!carried.client.closed) send(carried)
    },
  }
}

/** The messages of each connection that are not acknowledged, in their order. */
function acknowledgeInOrder() {
  const inOrder = new WeakMap<Client, Carried[]>()
  return {
    queue(client: Client, carried: Carried): void {
      const queued = inOrder.get(client) ?? []
      inOrder.set(client, queued)
      queued.push(carried)
      if (queued.length > unacknowledgedAtMost) client.close()
    },
    confirm(carried: Carried): void {
      carried.isCommitted = true
      const { client } = carried
      const queued = inOrder.get(client) ?? []
      const open = queued.findIndex(({ isCommitted }) => !isCommitted)
      for (const { messageId } of queued.splice(0, open < 0 ? queued.length : open)) sendPuback(client, messageId)
    },
  }
}

const pubackType = 0x40

function sendPuback(client: Client, messageId: number): void {
  if (client.closed) return
  const packet = Buffer.from([pubackType, 2, 0, 0])
  packet.writeUInt16BE(messageId, 2)
  client.conn.write(packet)
}
