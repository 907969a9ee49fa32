import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Received {
  headers: IncomingHttpHeaders
  body: string
}

export interface WebhookReceiver {
  url: string
  received: Received[]
  /** What the receiver answers. */
  reply: { status: number; headers?: Record<string, string>; body?: string }
  /** Forgets what it received, and answers 204 again. */
  clear(): void
  end(): Promise<void>
}

/** A receiver of webhooks on a free port. */
export async function openReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      receiver.received.push({ headers: request.headers, body })
      response.writeHead(receiver.reply.status, receiver.reply.headers)
      response.end(receiver.reply.body ?? '')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    received: [],
    reply: { status: 204 },
    clear() {
      receiver.received = []
      receiver.reply = { status: 204 }
    },
    async end() {
      await new Promise((done) => server.close(done))
    },
  }
  return receiver
}
