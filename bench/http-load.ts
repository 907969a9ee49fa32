import { Agent, request } from 'node:http'

export interface Call {
  url: string
  token?: string
  method?: string
  body?: unknown
  headers?: Record<string, string>
  /** A call without a reply by then fails. */
  withinMs?: number
}

export interface Reply {
  status: number
  text: string
}

export function ask(call: Call, agent?: Agent): Promise<Reply> {
  const { url, token, method = 'GET', body, withinMs } = call
  const headers: Record<string, string> = {
    ...call.headers,
    ...(token ? { authorization: `Bearer ${token}` } : {}),
    ...(body === undefined ? {} : { 'content-type': 'application/json' }),
  }
  return new Promise((done, fail) => {
    const outgoing = request(url, { method, headers, ...(agent ? { agent } : {}) }, (reply) => {
      const parts: Buffer[] = []
      reply.on('data', (part: Buffer) => parts.push(part))
      reply.once('end', () => done({ status: reply.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
      reply.once('error', fail)
    })
    outgoing.once('error', fail)
    if (withinMs !== undefined)
      outgoing.setTimeout(withinMs, () => outgoing.destroy(new Error(`No reply within ${withinMs} ms`)))
    outgoing.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Returns the body of a 200; any other status is an error. */
export async function read<Body>(call: Call): Promise<Body> {
  const { status, text } = await ask(call)
  if (status !== 200) throw new Error(`${call.url} answered ${status}: ${text.slice(0, 200)}`)
  return bodyOf(text)
}

/** The benchmark names the type of what it requests. */
export const bodyOf = <Body>(text: string): Body =>
  // Each benchmark compares what its subject and its peer answer, which a schema would not.
  JSON.parse(text) as Body

export interface Load {
  seconds: number
  /** Kept open; each sends one call after the other. */
  connections: number
  /** The status that every response must have, so that a fast refusal does not count as speed. */
  status?: number
}

/** Returns responses per second. */
export async function answersPerSecond(call: Call, { seconds, ...load }: Load): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  const answers = await answersWhile(call, load, () => performance.now() < until)
  return (answers * 1000) / (performance.now() - began)
}

const warmAnswers = 2_000
const warmWithinMs = 8_000

/**
 * Runs before the first round and is not measured: a server with hundreds of routes takes longer than a bare one until
 * its code is compiled and its statements are planned on each connection. Both get the same number of calls.
 */
export async function warmUp(call: Call, load: Omit<Load, 'seconds'>): Promise<void> {
  const until = performance.now() + warmWithinMs
  await answersWhile(call, load, (answers) => answers < warmAnswers && performance.now() < until)
}

async function answersWhile(
  call: Call,
  { connections, status = 200 }: Omit<Load, 'seconds'>,
  goesOn: (answers: number) => boolean,
): Promise<number> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  let answers = 0
  async function line(): Promise<void> {
    while (goesOn(answers)) {
      const reply = await ask(call, agent)
      if (reply.status !== status)
        throw new Error(`${call.url} answered ${reply.status} under load: ${reply.text.slice(0, 200)}`)
      answers++
    }
  }
  try {
    await Promise.all(Array.from({ length: connections }, line))
    return answers
  } finally {
    agent.destroy()
  }
}
