import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { Aedes } from 'aedes'

/** A bare broker: no names, no rules, no database. */
const broker = new Aedes()
await broker.listen()
const server = createServer((socket) => {
  socket.setNoDelay(true)
  broker.handle(socket)
})
server.listen(0, 'localhost', () => process.send?.({ port: (server.address() as AddressInfo).port }))
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
