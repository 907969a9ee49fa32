import { join } from 'node:path'
import { launch, ready, stopped } from '../server.ts'

export interface Peer {
  url: string
  port: number
  stop(): Promise<void>
}

/** A peer in a process of its own, as the subject has one: `http-peer`, `mqtt-echo`, `page-peer`. */
export async function startPeer(name: string, folder: string, env: Record<string, string>): Promise<Peer> {
  const child = launch(
    join(import.meta.dirname, `${name}.ts`),
    { PATH: process.env.PATH, NODE_ENV: 'production', ...env },
    join(folder, 'peer.log'),
  )
  const { port } = await ready<{ port: number }>(child, `The peer ${name}`)
  return { url: `http://localhost:${port}`, port, stop: () => stopped(child) }
}
