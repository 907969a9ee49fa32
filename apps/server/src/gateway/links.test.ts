import { once } from 'node:events'
import net from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import type { Packet } from 'mqtt-packet'
import { gatewayClientId, gatewayCommandsClientId } from './broker-access.ts'
import { openLinks } from './links.ts'

/** A broker that accepts every client and never acknowledges a message; it sends what the test specifies. */
async function deafBroker() {
  const received: string[] = []
  const acknowledged: number[] = []
  const sendTo = new Map<string, (packet: Packet) => void>()
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    const reading = parser()
    socket.on('error', () => {})
    socket.on('data', (chunk) => void reading.parse(chunk))
    reading.on('packet', (packet) => {
      if (packet.cmd === 'connect') sendTo.set(packet.clientId, (one) => void socket.write(generate(one)))
      if (packet.cmd === 'puback') acknowledged.push(packet.messageId ?? 0)
      if (packet.cmd === 'connect') socket.write(generate({ cmd: 'connack', returnCode: 0, sessionPresent: false }))
      if (packet.cmd === 'subscribe')
        socket.write(
          generate({ cmd: 'suback', messageId: packet.messageId, granted: packet.subscriptions.map(() => 1) }),
        )
      if (packet.cmd === 'publish') received.push(packet.topic)
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const close = (): void => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
  return {
    received,
    acknowledged,
    sendTo,
    close,
    url: `mqtt://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
  }
}

test('unacknowledged messages delay neither a shutdown nor a lost connection', async () => {
  const broker = await deafBroker()
  const links = openLinks(
    { brokerUrl: broker.url, username: 'gateway', password: 'x', log: createLog('silent') },
    { reliable: () => Promise.resolve(true), heartbeat: () => {} },
  )
  await links.ready
  expect(links.isConnected()).toBe(true)
  const taken = links.publish('hw/A/B/command', '{}')
  await expect.poll(() => broker.received).toEqual(['hw/A/B/command'])
  broker.close()
  await expect.poll(() => links.isConnected()).toBe(false)
  await links.close()
  expect(await taken).toBe(false)
})

test('messages are handed on side by side, and acknowledged in the order of their arrival', async () => {
  const broker = await deafBroker()
  const storing = new Map<string, (isStored: boolean) => void>()
  const links = openLinks(
    { brokerUrl: broker.url, username: 'gateway', password: 'x', log: createLog('silent') },
    { reliable: (topic) => new Promise((stored) => storing.set(topic, stored)), heartbeat: () => {} },
  )
  await links.ready
  const send = (link: string, messageId: number) =>
    broker.sendTo.get(link)?.({
      cmd: 'publish',
      topic: `hw/A/B/${messageId}`,
      payload: '{}',
      qos: 1,
      messageId,
      dup: false,
      retain: false,
    })
  for (const messageId of [1, 2, 3]) send(gatewayClientId, messageId)
  await expect.poll(() => [...storing.keys()]).toEqual(['hw/A/B/1', 'hw/A/B/2', 'hw/A/B/3'])
  storing.get('hw/A/B/3')?.(true)
  storing.get('hw/A/B/2')?.(true)
  // An answer has its own connection, so it does not wait for the events before it.
  send(gatewayCommandsClientId, 9)
  await expect.poll(() => storing.has('hw/A/B/9')).toBe(true)
  storing.get('hw/A/B/9')?.(true)
  await expect.poll(() => broker.acknowledged).toEqual([9])
  storing.get('hw/A/B/1')?.(true)
  await expect.poll(() => broker.acknowledged).toEqual([9, 1, 2, 3])
  broker.close()
  await links.close()
})
