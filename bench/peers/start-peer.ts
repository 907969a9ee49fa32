import { join } from 'node:path'
import { launch, ready, stopped } from '../server.ts'

export interface Peer {
  url: string
  port: number
  stop(): Promise<void>
}

/** Starts a peer in a separate process, like the subject: `http-peer`, `mqtt-echo` or `page-peer`. */
export async function startPeer(name: string, folder: string, env: Record<string, string>): Promise<Peer> {
  const child = launch(
    join(import.meta.dirname, `${name}.ts`),
    { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    join(folder, 'peer.log'),
  )
  const { port } = await ready<{ port: number }>(child, `The peer ${name}`)
  return { url: `http://localhost:${port}`, port, stop: () => stopped(child) }
}
