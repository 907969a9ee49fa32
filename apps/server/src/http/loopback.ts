import { once } from 'node:events'
import { createServer } from 'node:net'
import type { FastifyInstance } from 'fastify'
import { portOf } from '../platform/ports.ts'
import { codeOf } from '@wheelhouse/db/thrown.ts'

/**
 * Both families, whatever the hosts file makes of `localhost`: a script that asks 127.0.0.1 and a browser that tries ::1
 * first reach the same server, with the same limits. A machine without IPv6 listens on IPv4 alone.
 */
export async function listenOnLoopback(app: FastifyInstance, port: number): Promise<void> {
  const second = createServer((socket) => app.server.emit('connection', socket))
  app.addHook('preClose', async () => void second.close())
  await app.listen({ port, host: '127.0.0.1' })
  try {
    second.listen(portOf(app.server), '::1')
    await once(second, 'listening')
  } catch (error) {
    if (!['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(codeOf(error) ?? '')) throw error
  }
}
