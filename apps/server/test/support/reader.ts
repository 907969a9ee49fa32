/** Reads a live stream over a real connection, event by event. */
export interface StreamReader {
  /** The next event that is not a greeting or a ping. */
  next(): Promise<{
    event: string
    id: string | null
    data: { changes?: { type: string; id: string; location_id: string | null }[] }
  } | null>
  close(): void
  lastId(): string | null
}

export async function readStream(
  url: string,
  token: string,
  lastEventId?: string,
  moreHeaders: Record<string, string> = {},
): Promise<StreamReader> {
  const ends = new AbortController()
  const reply = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
      ...moreHeaders,
    },
    signal: ends.signal,
  })
  if (!reply.ok || !reply.body) throw new Error(`the stream answered ${reply.status}`)
  const chunks = reply.body.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  let lastId: string | null = null

  async function block(): Promise<string | null> {
    while (!text.includes('\n\n')) {
      const { done, value } = await chunks.read().catch(() => ({ done: true, value: undefined }))
      if (done) return null
      text += value
    }
    const end = text.indexOf('\n\n')
    const found = text.slice(0, end)
    text = text.slice(end + 2)
    return found
  }

  return {
    async next() {
      for (let one = await block(); one !== null; one = await block()) {
        const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(one)?.[1] ?? null
        lastId = field('id') ?? lastId
        const event = field('event')
        if (event && event !== 'hello') return { event, id: field('id'), data: JSON.parse(field('data') ?? '{}') }
      }
      return null
    },
    close: () => ends.abort(),
    lastId: () => lastId,
  }
}
