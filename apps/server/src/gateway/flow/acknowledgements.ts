import type { MqttClient } from 'mqtt'

type Packet = Parameters<MqttClient['handleMessage']>[0]

export interface Acknowledgements {
  /** Call once for each message as it arrives; the result acknowledges it. */
  expect(packet: Packet): () => void
}

interface Expected {
  readonly messageId: number
  isStored: boolean
}

/**
 * Lets messages be handled side by side. mqtt.js passes on the next message only after this one was acknowledged, so
 * here it takes each one for QoS 0. The acknowledgements are sent in the order of arrival, as MQTT 3.1.1 section 4.6
 * requires.
 */
export function acknowledgeInOrder(client: MqttClient): Acknowledgements {
  const ids = new WeakMap<object, number>()
  let expected: Expected[] = []
  client.on('packetreceive', (packet) => {
    if (packet.cmd !== 'publish' || packet.qos !== 1 || packet.messageId === undefined) return
    ids.set(packet, packet.messageId)
    packet.qos = 0
  })
  // The broker sends what was not acknowledged once more.
  client.on('close', () => {
    expected = []
  })
  const sendStored = (): void => {
    const open = expected.findIndex(({ isStored }) => !isStored)
    for (const { messageId } of expected.splice(0, open < 0 ? expected.length : open))
      client['_sendPacket']({ cmd: 'puback', messageId })
  }
  return {
    expect(packet) {
      const messageId = ids.get(packet)
      if (messageId === undefined) return () => {}
      const entry: Expected = { messageId, isStored: false }
      expected.push(entry)
      return () => {
        entry.isStored = true
        sendStored()
      }
    },
  }
}
