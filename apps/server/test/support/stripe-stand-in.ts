import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StripeRequest {
  method: string
  path: string
  key: string | undefined
  authorization: string | undefined
  form: Record<string, string>
}
/** `isLost`: it was done, and the connection ended before the answer arrived. */
export type StripeReply = { status: number; body: unknown; isLost?: true } | 'silence'

const textOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

const whatIsAsked = ({ path, form }: StripeRequest): string => JSON.stringify([path, form])
const reused = {
  error: {
    type: 'idempotency_error',
    message:
      'Keys for idempotent requests can only be used with the same parameters and endpoint they were first used with.',
  },
}

/**
 * Built from Stripe's public documentation: it repeats its first answer under an Idempotency-Key, and refuses a key that comes with
 * another path or other values. What it turned away for its pace is not kept.
 */
export async function stripeStandIn(answer: (request: StripeRequest) => StripeReply) {
  const requests: StripeRequest[] = []
  const kept = new Map<string, { asked: string; reply: StripeReply }>()

  function replyTo(request: StripeRequest): StripeReply {
    const { key = '' } = request
    const before = kept.get(key)
    if (before && before.asked !== whatIsAsked(request)) return { status: 400, body: reused }
    if (before) return before.reply
    const reply = answer(request)
    const again = reply === 'silence' ? reply : { status: reply.status, body: reply.body }
    if (key !== '' && (reply === 'silence' || reply.status !== 429))
      kept.set(key, { asked: whatIsAsked(request), reply: again })
    return reply
  }
  const serve = async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> => {
    const request: StripeRequest = {
      method: incoming.method ?? '',
      path: incoming.url ?? '',
      key: incoming.headers['idempotency-key'] as string | undefined,
      authorization: incoming.headers.authorization,
      form: Object.fromEntries(new URLSearchParams(await textOf(incoming))),
    }
    requests.push(request)
    const reply = replyTo(request)
    if (reply === 'silence') return
    if (reply.isLost) outgoing.destroy()
    else outgoing.writeHead(reply.status, { 'content-type': 'application/json' }).end(JSON.stringify(reply.body))
  }
  const server = createServer((incoming, outgoing) => void serve(incoming, outgoing))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    requests,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
