import { get } from 'node:http'
import { Change, stream } from '@wheelhouse/contract/events/live-changes.ts'

/** Reads a live stream and records when changes arrived. */
export interface LiveReader {
  /** When the first change of this resource arrived at or after that time (ms since 1970). */
  arrivalOf(id: string, since: number, withinMs: number): Promise<number>
  close(): void
}

/** Finer than a millisecond, and comparable with the server's clock on the same machine. */
export const preciseNow = (): number => performance.timeOrigin + performance.now()

export async function openLiveReader(url: string, token: string): Promise<LiveReader> {
  const arrivals = new Map<string, number[]>()
  const waiting = new Set<() => void>()
  let text = ''
  const request = get(`${url}${stream.path}`, { headers: { authorization: `Bearer ${token}` } })
  await new Promise<void>((done, fail) => {
    request.once('error', fail)
    request.once('response', (reply) => {
      if (reply.statusCode !== 200) return fail(new Error(`The stream answered ${reply.statusCode}`))
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part
        const messages = text.split('\n\n')
        text = messages.pop() ?? ''
        for (const message of messages) note(arrivals, message)
        if (messages.some((message) => message.includes('event: hello'))) done()
        for (const look of waiting) look()
      })
    })
  })
  return {
    arrivalOf: (id, since, withinMs) =>
      new Promise((done, fail) => {
        const arrival = (): number | undefined => arrivals.get(id)?.find((at) => at >= since)
        const timer = setTimeout(
          () => end(() => fail(new Error(`The stream did not announce ${id} within ${withinMs} ms`))),
          withinMs,
        )
        const end = (say: () => void): void => {
          clearTimeout(timer)
          waiting.delete(look)
          say()
        }
        const look = (): void => {
          const at = arrival()
          if (at !== undefined) end(() => done(at))
        }
        waiting.add(look)
        look()
      }),
    close: () => request.destroy(),
  }
}

function note(arrivals: Map<string, number[]>, message: string): void {
  const data = message.split('\n').find((line) => line.startsWith('data: '))
  if (!message.includes('event: changes') || !data) return
  const at = preciseNow()
  const { changes }: { changes: unknown } = JSON.parse(data.slice(6))
  for (const { id } of Change.array().parse(changes)) arrivals.set(id, [...(arrivals.get(id) ?? []), at])
}
