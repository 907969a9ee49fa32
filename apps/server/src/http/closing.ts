import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What is asked already is answered within that, or not at all. */
const closeWithinMs = 5_000

/**
 * Browsers open connections ahead of need. Node takes one that has said nothing for a busy one, and the end of the server
 * would wait for it without end: the silent are let go at once, the slow after a while.
 */
export function closeInTime(app: FastifyInstance): void {
  const silent = new Set<Socket>()
  app.server.on('connection', (socket: Socket) => {
    silent.add(socket)
    socket.once('close', () => silent.delete(socket))
  })
  app.server.on('request', ({ socket }: IncomingMessage) => void silent.delete(socket))
  app.addHook('preClose', async () => {
    for (const socket of silent) socket.destroy()
    setTimeout(() => app.server.closeAllConnections(), closeWithinMs).unref()
  })
}
