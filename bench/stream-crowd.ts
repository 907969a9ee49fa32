import { join } from 'node:path'
import { BrokenSubject, must } from './bench.ts'
import type { FromReaders, ToReaders } from './peers/stream-readers.ts'
import { launch, nextMessage, stopped } from './server.ts'

export interface Arrivals {
  /** Milliseconds since 1970. */
  at: number[]
  /** What one of the readers was sent. */
  text: string
}

/** Many readers of one stream, in a process of their own. */
export interface StreamCrowd {
  /** Only changes of this resource count from now on. */
  watch(id: string): Promise<void>
  /** Resolves when so many readers have received a change. */
  arrivals(count: number): Promise<Arrivals>
  /** How many changes each reader was sent since the last `watch`. */
  times(): Promise<number[]>
  close(): Promise<void>
}

const arrivesWithinMs = 10_000
const opensWithinMs = 180_000

/** A reader for each token; of a stream that asks for none, any texts do. */
export async function openStreamCrowd(
  folder: string,
  stream: { port: number; path: string },
  tokens: string[],
): Promise<StreamCrowd> {
  const module = join(import.meta.dirname, 'peers', 'stream-readers.ts')
  const child = launch(module, { PATH: process.env.PATH }, join(folder, 'peer.log'))
  const ask = async (message: ToReaders, withinMs: number, late: string): Promise<FromReaders> => {
    const timeout = Promise.withResolvers<null>()
    const timer = setTimeout(() => timeout.resolve(null), withinMs)
    const answered = nextMessage<FromReaders>(child)
    child.send(message)
    const answer = await Promise.race([answered, timeout.promise])
    clearTimeout(timer)
    must(answer !== null, late)
    if (answer.kind === 'failed') throw new BrokenSubject(answer.words)
    return answer
  }
  const close = () => stopped(child)
  try {
    const late = `Not all of ${tokens.length} streams opened within ${opensWithinMs} ms`
    await ask({ kind: 'open', ...stream, tokens }, opensWithinMs, late)
  } catch (error) {
    await close()
    throw error
  }
  return {
    async watch(id) {
      await ask({ kind: 'watch', id }, arrivesWithinMs, 'The readers did not answer')
    },
    async arrivals(count) {
      const late = `Not all of ${count} readers received the change within ${arrivesWithinMs} ms`
      const answer = await ask({ kind: 'expect', count }, arrivesWithinMs, late)
      must(answer.kind === 'arrived', late)
      return answer
    },
    async times() {
      const answer = await ask({ kind: 'count' }, arrivesWithinMs, 'The readers did not answer')
      must(answer.kind === 'counted', 'The readers did not count')
      return answer.times
    },
    close,
  }
}
