import net from 'node:net'
import tls from 'node:tls'
import { portOf } from '../platform/ports.ts'
import type { WorkerSettings } from './broker.ts'

interface Listening {
  /** The same on every host. */
  port: number
  servers: net.Server[]
}

/** Listens on each host of the settings; `onTooMany` counts the connections beyond the limit. */
export async function listenForDevices(
  settings: WorkerSettings,
  onSocket: (socket: net.Socket) => void,
  onTooMany: () => void,
): Promise<Listening> {
  const listening: Listening = { port: settings.port, servers: [] }
  for (const host of settings.hosts) {
    const server = settings.tls ? tls.createServer(settings.tls, onSocket) : net.createServer(onSocket)
    server.maxConnections = settings.limits.connections
    server.on('drop', onTooMany)
    if (!(await isOpened(server, { host, port: listening.port }, listening.servers.length === 0))) continue
    listening.servers.push(server)
    listening.port = portOf(server)
  }
  return listening
}

/** False where this machine has no such address, unless it is the first: a machine without IPv6 serves 127.0.0.1 alone. */
const isOpened = (server: net.Server, at: { host: string; port: number }, isFirst: boolean): Promise<boolean> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (!isFirst && ['EADDRNOTAVAIL', 'EAFNOSUPPORT'].includes(error.code ?? '')) resolve(false)
      else reject(error)
    })
    server.listen(at.port, at.host, () => resolve(true))
  })
