import { join } from 'node:path'
import { launch, ready, stopped, usedMs } from '../server.ts'

export interface Peer {
  url: string
  port: number
  /** Milliseconds of processor time that the process has used; null where the system does not report it. */
  usedMs(): number | null
  stop(): Promise<void>
}

/** Starts a peer in a separate process, like the subject: `http-peer`, `mqtt-echo`, `page-peer` or `stream-peer`. */
export async function startPeer(name: string, folder: string, env: Record<string, string>): Promise<Peer> {
  const child = launch(
    join(import.meta.dirname, `${name}.ts`),
    { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    join(folder, 'peer.log'),
  )
  const { port } = await ready<{ port: number }>(child, `The peer ${name}`)
  return { url: `http://localhost:${port}`, port, usedMs: () => usedMs(child.pid), stop: () => stopped(child) }
}
