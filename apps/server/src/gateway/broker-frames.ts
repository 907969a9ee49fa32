import { Duplex } from 'node:stream'

/** What the guard needs to know about a connection while it reads. */
export interface FrameRules {
  /** Largest frame of a client that has signed in. */
  maxFrameBytes: number
  /** Largest frame before sign-in: a CONNECT with its will. */
  maxFirstFrameBytes: number
  isSignedIn: () => boolean
  /** Its topic, of a PUBLISH that is skipped. */
  onOversized: (topic: string | null) => void
  /** An answer to the peer before its connection is ended for this error. */
  lastAnswer?: (error: Error) => Buffer | undefined
}

const publishType = 3
const puback = 0x40
/** A longer topic is not read to its end: where the frame would have to be acknowledged, the connection is closed. */
const maxTopicBytes = 512

interface Header {
  type: number
  qos: number
  bytes: number
  bodyBytes: number
}

/** How far a connection has been read within its stream of frames. */
interface Sieve {
  readonly rules: FrameRules
  /** The beginning of a header that has not arrived completely. */
  header: Buffer
  /** Bytes of the frame's body that have not arrived yet. */
  left: number
  isSkipping: boolean
  /** The beginning of a skipped PUBLISH, until its topic and, of QoS 1, its message id are read. */
  unread: { start: Buffer; qos: number } | null
  /** The frame can neither be passed on nor skipped. */
  isOver: boolean
}

/**
 * Null until the header is complete. A length of more than four bytes is left to the parser, which closes the
 * connection.
 */
function headerOf(bytes: Buffer): Header | null {
  let bodyBytes = 0
  for (let n = 1; n < bytes.length && n <= 4; n++) {
    const digit = bytes.readUInt8(n)
    bodyBytes += (digit & 0x7f) * 128 ** (n - 1)
    if ((digit & 0x80) !== 0 && n < 4) continue
    const first = bytes.readUInt8(0)
    return { type: first >> 4, qos: (first >> 1) & 3, bytes: n + 1, bodyBytes }
  }
  return null
}

function begin(sieve: Sieve, { type, qos, bytes, bodyBytes }: Header): void {
  const { maxFrameBytes, maxFirstFrameBytes, isSignedIn, onOversized } = sieve.rules
  sieve.left = bodyBytes
  sieve.isSkipping = bytes + bodyBytes > (isSignedIn() ? maxFrameBytes : maxFirstFrameBytes)
  sieve.unread = null
  if (!sieve.isSkipping) return
  if (type === publishType && qos <= 1 && isSignedIn()) sieve.unread = { start: Buffer.alloc(0), qos }
  else {
    sieve.isOver = true
    onOversized(null)
  }
}

/**
 * Reads the topic of a skipped message, and returns the PUBACK as soon as its id is known; without it the device would
 * resend the message for ever.
 */
function acknowledge(sieve: Sieve, part: Buffer): Buffer | null {
  if (sieve.unread === null) return null
  const { qos } = sieve.unread
  const start = Buffer.concat([sieve.unread.start, part.subarray(0, maxTopicBytes + 4)])
  const topicBytes = start.length < 2 ? 0 : start.readUInt16BE(0)
  const isLong = topicBytes > maxTopicBytes
  const idAt = 2 + topicBytes
  const isRead = start.length >= (qos === 1 ? idAt + 2 : idAt)
  sieve.unread = isLong || isRead ? null : { start, qos }
  if (sieve.unread !== null) return null
  sieve.isOver = isLong && qos === 1
  sieve.rules.onOversized(isLong ? null : start.toString('utf8', 2, idAt))
  return isLong || qos === 0 ? null : Buffer.concat([Buffer.from([puback, 2]), start.subarray(idAt, idAt + 2)])
}

interface Sifted {
  passing: Buffer[]
  answers: Buffer[]
}

function sift(sieve: Sieve, chunk: Buffer): Sifted {
  const sifted: Sifted = { passing: [], answers: [] }
  let at = 0
  while (at < chunk.length && !sieve.isOver) {
    if (sieve.left === 0) at += siftHeader(sieve, chunk.subarray(at), sifted)
    else at += siftBody(sieve, chunk.subarray(at, at + sieve.left), sifted)
  }
  return sifted
}

/** Returns how much of the chunk belongs to the header. */
function siftHeader(sieve: Sieve, chunk: Buffer, { passing }: Sifted): number {
  const buffered = sieve.header.length
  const bytes = Buffer.concat([sieve.header, chunk.subarray(0, 5 - buffered)])
  const header = headerOf(bytes)
  sieve.header = header ? Buffer.alloc(0) : bytes
  if (!header) return bytes.length - buffered
  begin(sieve, header)
  if (!sieve.isSkipping) passing.push(bytes.subarray(0, header.bytes))
  return header.bytes - buffered
}

function siftBody(sieve: Sieve, part: Buffer, { passing, answers }: Sifted): number {
  sieve.left -= part.length
  if (!sieve.isSkipping) passing.push(part)
  else {
    const answer = acknowledge(sieve, part)
    if (answer) answers.push(answer)
  }
  return part.length
}

/**
 * Wraps a socket so that oversized frames never reach the parser, which would hold up to 256 MB of one in memory. An
 * oversized PUBLISH is skipped and acknowledged, and the stream continues after it; any other oversized frame ends the
 * connection.
 */
export function guardFrames(socket: Duplex, rules: FrameRules): Duplex {
  const sieve: Sieve = {
    rules,
    header: Buffer.alloc(0),
    left: 0,
    isSkipping: false,
    unread: null,
    isOver: false,
  }
  const guarded = new Duplex({
    read: () => void socket.resume(),
    write: (chunk: Buffer, _encoding, done) => void socket.write(chunk, done),
    writev: (chunks, done) => void socket.write(Buffer.concat(chunks.map(({ chunk }): Buffer => chunk)), done),
    final: (done) => void socket.end(done),
    destroy: (error, done) => {
      const answer = error ? rules.lastAnswer?.(error) : undefined
      if (answer && socket.writable) socket.end(answer, () => socket.destroy())
      else socket.destroy()
      done(error)
    },
  })
  socket.on('data', (chunk: Buffer) => {
    const { passing, answers } = sift(sieve, chunk)
    for (const answer of answers) socket.write(answer)
    if (passing.length > 0 && !guarded.push(Buffer.concat(passing))) socket.pause()
    if (sieve.isOver) guarded.destroy(new Error('frame too large'))
  })
  socket.on('end', () => guarded.push(null))
  socket.on('error', (error) => guarded.destroy(error))
  socket.on('close', () => guarded.destroy())
  return guarded
}
