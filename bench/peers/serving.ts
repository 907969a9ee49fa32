import type { Server } from 'node:net'
import { portOf } from '../../apps/server/src/platform/ports.ts'

/** Listens on a free port, tells it to the benchmark, and ends with it. */
export function serve(server: Server): void {
  server.listen(0, 'localhost', () => process.send?.({ port: portOf(server) }))
  for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
}
