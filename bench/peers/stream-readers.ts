import { connect } from 'node:net'
import type { Socket } from 'node:net'

/**
 * Readers of a live stream in a separate process, each over a separate connection. What they read is not parsed but
 * searched, so that the reading side is not what is measured.
 */

export type ToReaders =
  /** One reader for each token. */
  | { kind: 'open'; port: number; path: string; tokens: string[] }
  /** From now on only changes of this resource count. */
  | { kind: 'watch'; id: string }
  /** Answered when so many changes have arrived since the last answer. */
  | { kind: 'expect'; count: number }
  /** How many changes each reader was sent since the last `watch`. */
  | { kind: 'count' }

export type FromReaders =
  | { kind: 'done' }
  /** When (ms since 1970), and what one of them was sent. */
  | { kind: 'arrived'; at: number[]; text: string }
  | { kind: 'counted'; times: number[] }
  | { kind: 'failed'; words: string }

const opensAtOnce = 50
/** As many bytes as characters, whatever is sent. */
const encoding = 'latin1'

const report = (message: FromReaders): void => void process.send?.(message)
let sockets: Socket[] = []
let times: number[] = []
let arrivals: number[] = []
let mark = ''
let sample = ''
let expected = Number.POSITIVE_INFINITY

async function open(port: number, path: string, tokens: string[]): Promise<void> {
  for (let from = 0; from < tokens.length; from += opensAtOnce) {
    const some = tokens.slice(from, from + opensAtOnce)
    sockets = [...sockets, ...(await Promise.all(some.map((token, n) => openOne(port, path, token, from + n))))]
  }
}

function openOne(port: number, path: string, token: string, reader: number): Promise<Socket> {
  const socket = connect({ port, host: 'localhost', noDelay: true }).setEncoding(encoding)
  socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\n\r\n`)
  let rest = ''
  return new Promise((done, fail) => {
    socket.on('data', (part: string) => {
      const messages = (rest + part).split('\n\n')
      rest = messages.pop() ?? ''
      for (const message of messages)
        if (message.includes('event: changes')) note(message, reader)
        else if (message.includes('event: hello')) done(socket)
    })
    socket.once('error', fail)
    socket.once('close', () => {
      fail(new Error(`The stream was not opened: ${rest.slice(0, 200)}`))
      report({ kind: 'failed', words: `Reader ${reader} lost its stream` })
    })
  })
}

function note(message: string, reader: number): void {
  if (mark === '' || !message.includes(mark)) return
  times[reader] = (times[reader] ?? 0) + 1
  sample = `${message.slice(message.indexOf('id: '))}\n\n`
  arrivals.push(performance.timeOrigin + performance.now())
  if (arrivals.length >= expected) answer()
}

function answer(): void {
  report({ kind: 'arrived', at: arrivals, text: sample })
  arrivals = []
  expected = Number.POSITIVE_INFINITY
}

function watch(id: string): void {
  mark = `"id":"${id}"`
  times = sockets.map(() => 0)
  arrivals = []
  report({ kind: 'done' })
}

process.on('message', (message: ToReaders) => {
  if (message.kind === 'watch') watch(message.id)
  else if (message.kind === 'count') report({ kind: 'counted', times })
  else if (message.kind === 'expect') {
    expected = message.count
    if (arrivals.length >= expected) answer()
  } else
    open(message.port, message.path, message.tokens).then(
      () => report({ kind: 'done' }),
      (error: Error) => report({ kind: 'failed', words: error.message }),
    )
})
for (const signal of ['SIGTERM', 'disconnect'] as const) process.on(signal, () => process.exit(0))
