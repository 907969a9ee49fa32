import { once } from 'node:events'
import net from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { expect, test } from 'vitest'
import { createLog } from '../platform/log.ts'
import { openLinks } from './links.ts'

/** A broker that accepts every client and never acknowledges a message. */
async function deafBroker() {
  const received: string[] = []
  const sockets = new Set<net.Socket>()
  const server = net.createServer((socket) => {
    sockets.add(socket)
    const reading = parser()
    socket.on('error', () => {})
    socket.on('data', (chunk) => void reading.parse(chunk))
    reading.on('packet', (packet) => {
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
  return { received, close, url: `mqtt://127.0.0.1:${(server.address() as net.AddressInfo).port}` }
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
