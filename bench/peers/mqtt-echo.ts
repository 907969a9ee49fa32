import { createServer } from 'node:net'
import { Aedes } from 'aedes'
import { serve } from './serving.ts'

/** A bare broker: no names, no rules, no database. */
const broker = new Aedes()
await broker.listen()
const server = createServer((socket) => {
  socket.setNoDelay(true)
  broker.handle(socket)
})
serve(server)
