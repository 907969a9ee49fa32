import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { bodyOf } from '../http-load.ts'
import { serve } from './serving.ts'

/** A bare stream: what is posted is written to the first readers, as many as the address says. Nobody is asked who they are. */
const readers: ServerResponse[] = []

const server = createServer((request, reply) => {
  if (request.method === 'GET') {
    reply.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
    reply.write('event: hello\ndata: {}\n\n')
    readers.push(reply)
    return
  }
  const count = Number(new URL(request.url ?? '/', 'http://localhost').searchParams.get('to'))
  void text(request).then((body) => {
    const message = bodyOf<{ text: string }>(body)
    for (const reader of readers.slice(0, count)) reader.write(message.text)
    reply.end()
  })
})
serve(server)
