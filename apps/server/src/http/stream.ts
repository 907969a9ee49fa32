import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { stream } from '@wheelhouse/contract/events.ts'
import type { Change } from '@wheelhouse/contract/events.ts'
import type { Bus, BusMessage } from '../platform/bus.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from './context.ts'
import { admit, admittedTo } from './serve.ts'
import type { On } from './serve.ts'

/** One reader: a connection of one person. */
interface Reader {
  person_id: string
  send(text: string): void
  end(): void
}

interface Kept {
  n: number
  change: Change
}

const pingMs = 20_000
/** Changes of this many milliseconds go out together. */
const gatherMs = 150
/** Kept for readers that come back with Last-Event-ID. */
const keptAtMost = 5_000
/** A reader that lets this many bytes pile up is dropped; it comes back and catches up. */
const slowAtBytes = 1_048_576
/** The token that opened a stream is good for an hour at most; so is the stream. */
const lifetimeMs = 3_600_000

export interface LiveStream {
  register(on: On): void
  readers(): number
  /** Streams end first on shutdown, else the server would wait for them. */
  close(): void
}

/**
 * Server-sent events: ids of what changed, each only to readers who may see its location. Who sees what is asked with
 * each batch in one statement over all readers, so a revoked right ends with the next batch.
 */
export function openStream(db: Db, bus: Bus, log: Log): LiveStream {
  const readers = new Set<Reader>()
  const epoch = Date.now().toString(36)
  const kept: Kept[] = []
  let waiting: Change[] = []
  let timer: NodeJS.Timeout | undefined
  let n = 0

  const eventId = (): string => `${epoch}-${n}`
  const toAll = (text: string): void => {
    for (const reader of readers) reader.send(text)
  }

  function heard(message: BusMessage): void {
    if (message.kind === 'rights') return rightsChanged(message.person_ids)
    if (message.kind !== 'changes') return
    for (const change of message.changes) keep(change)
    waiting.push(...message.changes)
    timer ??= setTimeout(() => void flush(), gatherMs)
  }

  function keep(change: Change): void {
    kept.push({ n: ++n, change })
    if (kept.length > keptAtMost) kept.splice(0, kept.length - keptAtMost)
  }

  function rightsChanged(personIds: string[] | null): void {
    for (const reader of readers) if (!personIds || personIds.includes(reader.person_id)) reader.send(`event: rights_changed\ndata: {}\n\n`)
    void endDisabled().catch((error: unknown) => log.warn({ err: error }, 'cannot check the readers of the stream'))
  }

  async function flush(): Promise<void> {
    timer = undefined
    const batch = unique(waiting)
    waiting = []
    const id = eventId()
    try {
      const sees = await whoSees(db, [...readers], batch)
      for (const reader of readers) {
        const changes = batch.filter((change) => change.location_id !== null && sees(reader.person_id, change.location_id))
        if (changes.length > 0) reader.send(`id: ${id}\nevent: changes\ndata: ${JSON.stringify({ changes })}\n\n`)
      }
    } catch (error) {
      log.warn({ err: error }, 'changes could not be sent')
      toAll(`event: reset\ndata: {}\n\n`)
    }
  }

  async function endDisabled(): Promise<void> {
    const ids = [...new Set([...readers].map((reader) => reader.person_id))]
    if (ids.length === 0) return
    const rows = await db.selectFrom('console_users').select('id').where('id', 'in', ids).where('disabled_at', 'is', null).execute()
    const enabled = new Set(rows.map((row) => row.id))
    for (const reader of readers) if (!enabled.has(reader.person_id)) reader.end()
  }

  /** What a returning reader missed; null when that is no longer known. */
  function missed(lastEventId: string | undefined): Change[] | null {
    if (!lastEventId) return []
    const [itsEpoch, at] = lastEventId.split('-')
    const from = Number(at)
    if (itsEpoch !== epoch || !Number.isInteger(from) || from > n || (kept[0] && kept[0].n > from + 1)) return null
    return unique(kept.filter((one) => one.n > from).map((one) => one.change))
  }

  async function open(reader: Reader, request: FastifyRequest): Promise<void> {
    const lost = missed(request.headers['last-event-id'] as string | undefined)
    reader.send(`retry: 2000\nid: ${eventId()}\nevent: hello\ndata: {}\n\n`)
    if (lost === null) return reader.send(`event: reset\ndata: {}\n\n`)
    const sees = await whoSees(db, [reader], lost)
    const changes = lost.filter((change) => change.location_id !== null && sees(reader.person_id, change.location_id))
    if (changes.length > 0) reader.send(`id: ${eventId()}\nevent: changes\ndata: ${JSON.stringify({ changes })}\n\n`)
  }

  const stops = [bus.on(heard), bus.onGap(() => toAll(`event: reset\ndata: {}\n\n`))]
  const ping = setInterval(() => toAll(': ping\n\n'), pingMs)
  return {
    register: (on) => registerStream(on, readers, open),
    readers: () => readers.size,
    close() {
      for (const stop of stops) stop()
      clearInterval(ping)
      clearTimeout(timer)
      for (const reader of readers) reader.end()
    },
  }
}

function unique(changes: Change[]): Change[] {
  return [...new Map(changes.map((change) => [`${change.type} ${change.id}`, change])).values()]
}

function registerStream(on: On, readers: Set<Reader>, open: (reader: Reader, request: FastifyRequest) => Promise<void>): void {
  on.app.route({
    method: 'GET',
    url: stream.path,
    config: { contract: stream },
    schema: { summary: stream.summary, tags: ['event'] } as object,
    onRequest: (request) => admit(on.deps, stream, request),
    handler: async (request, reply) => {
      const person = admittedTo(request)?.ctx.person
      if (!person) return
      reply.hijack()
      const raw = reply.raw
      const head = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' }
      raw.writeHead(200, head as Record<string, string>)
      const end = (): void => void raw.end()
      const reader: Reader = {
        person_id: person.id,
        end,
        send: (text) => {
          if (raw.writableLength > slowAtBytes) return end()
          if (!raw.writableEnded) raw.write(text)
        },
      }
      readers.add(reader)
      const lifetime = setTimeout(end, lifetimeMs)
      raw.on('close', () => {
        clearTimeout(lifetime)
        readers.delete(reader)
      })
      await open(reader, request).catch(end)
    },
  })
}

/** One statement for all readers and all places of a batch: enabled people who may see each location now. */
async function whoSees(db: Db, readers: readonly Reader[], changes: readonly Change[]): Promise<(personId: string, locationId: string) => boolean> {
  const people = [...new Set(readers.map((reader) => reader.person_id))]
  const places = [...new Set(changes.flatMap((change) => (change.location_id ? [change.location_id] : [])))]
  if (people.length === 0 || places.length === 0) return () => false
  const { rows } = await sql<{ person_id: string; location_id: string | null }>`
    with held as (
      select distinct g.person_id, g.group_id, e.covers_everything from role_grants g join resource_groups e on e.id = g.group_id
      join console_users p on p.id = g.person_id and p.disabled_at is null
      where g.person_id = any(${people}::uuid[]) and g.role_id in (select role_id from role_actions where resource_type = 'location' and action = 'GET'))
    select person_id, null::uuid as location_id from held where covers_everything
    union select h.person_id, m.resource_id from held h join resource_group_members m on m.group_id = h.group_id
      and m.resource_type = 'location' and m.resource_id = any(${places}::uuid[])`.execute(db)
  const pairs = new Set(rows.map((row) => `${row.person_id} ${row.location_id ?? '*'}`))
  return (personId, locationId) => pairs.has(`${personId} *`) || pairs.has(`${personId} ${locationId}`)
}
