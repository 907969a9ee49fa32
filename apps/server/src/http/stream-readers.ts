import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Db } from '../platform/context.ts'
import { admittedTo } from './admission.ts'

/** What is sent, made once for all who receive it. */
export interface Message {
  text: string
  /** The text as HTTP carries it in a reply without a length. */
  chunk: Buffer
}

export function messageOf(text: string): Message {
  const size = Buffer.byteLength(text).toString(16)
  return { text, chunk: Buffer.from(`${size}\r\n${text}\r\n`) }
}

/** One reader: a connection of one person, under one sign-in. */
export interface Reader {
  /** Whose rights decide what it is sent. */
  person_id: string
  /** Who reads; another than `person_id` where the console is seen as someone else would see it. */
  viewer_id: string
  view_id: string | null
  /** The identity provider's grant; null where it tells none. */
  grant_id: string | null
  send(message: Message): void
  end(): void
}

/** The open streams, found by whose rights decide and by who reads, so that no search goes through all of them. */
export interface Readers extends Iterable<Reader> {
  add(reader: Reader): void
  remove(reader: Reader): void
  count(): number
  /** Whose rights decide what is sent, each once. */
  people(): string[]
  /** Those that are sent what this person may see. */
  of(personId: string): ReadonlySet<Reader>
  /** Those that this person opened, the oldest first. */
  openedBy(viewerId: string): ReadonlySet<Reader>
}

export function openReaders(): Readers {
  const all = new Set<Reader>()
  const ofPeople = new Map<string, Set<Reader>>()
  const ofViewers = new Map<string, Set<Reader>>()
  return {
    add(reader) {
      all.add(reader)
      put(ofPeople, reader.person_id, reader)
      put(ofViewers, reader.viewer_id, reader)
    },
    remove(reader) {
      all.delete(reader)
      take(ofPeople, reader.person_id, reader)
      take(ofViewers, reader.viewer_id, reader)
    },
    count: () => all.size,
    people: () => [...ofPeople.keys()],
    of: (personId) => ofPeople.get(personId) ?? none,
    openedBy: (viewerId) => ofViewers.get(viewerId) ?? none,
    [Symbol.iterator]: () => all.values(),
  }
}

const none: ReadonlySet<Reader> = new Set()

function put(index: Map<string, Set<Reader>>, id: string, reader: Reader): void {
  const some = index.get(id) ?? new Set()
  index.set(id, some.add(reader))
}

function take(index: Map<string, Set<Reader>>, id: string, reader: Reader): void {
  const some = index.get(id)
  some?.delete(reader)
  if (some?.size === 0) index.delete(id)
}

/** A reader that lets this many bytes pile up is dropped; it comes back and catches up. */
const slowAtBytes = 1_048_576
const endWithinMs = 2_000
/** The token that opened a stream is good for an hour by default; the stream ends with it, and after an hour at most. */
const lifetimeMs = 3_600_000
/** One a visible tab, and those whose connection died unseen. */
const readersAPerson = 20

/** Turns the reply into a stream. A person who opens more streams than allowed loses the oldest one. */
export function openReader(readers: Readers, request: FastifyRequest, reply: FastifyReply): Reader | null {
  const { ctx, bearer, guest } = admittedTo(request)
  if (!ctx.person || !bearer) return null
  const who = { person_id: ctx.person.id, viewer_id: bearer.sub, view_id: guest?.view_id ?? null }
  const reader = { ...who, grant_id: bearer.gid, ...writingTo(reply) }
  // Gone while it was admitted: nothing would say so once more.
  if (reply.raw.destroyed) return null
  const others = readers.openedBy(reader.viewer_id)
  if (others.size >= readersAPerson) others.values().next().value?.end()
  readers.add(reader)
  const left = Math.min(bearer.expires_at.getTime() - Date.now(), guest ? guest.left_ms : lifetimeMs)
  const lifetime = setTimeout(reader.end, Math.min(lifetimeMs, Math.max(0, left)))
  reply.raw.on('close', () => {
    clearTimeout(lifetime)
    readers.remove(reader)
  })
  return reader
}

function writingTo(reply: FastifyReply): Pick<Reader, 'send' | 'end'> {
  const { raw } = reply.hijack()
  for (const [name, value] of Object.entries(reply.getHeaders())) if (value !== undefined) raw.setHeader(name, value)
  raw.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store', 'x-accel-buffering': 'no' })
  raw.flushHeaders()
  const end = (): void => {
    raw.end()
    // Who does not read would never take the end either.
    setTimeout(() => raw.destroy(), endWithinMs).unref()
  }
  const { socket } = raw
  const send = ({ text, chunk }: Message): void => {
    if (raw.writableLength > slowAtBytes) return end()
    if (raw.writableEnded) return
    // The reply would put the same chunk together for each reader: straight to the connection a delivery takes a quarter less.
    if (socket && raw.chunkedEncoding) socket.write(chunk)
    else raw.write(text)
  }
  return { send, end }
}

/** Readers whose person was disabled or whose sign-in or view is over. */
export async function whoIsOut(db: Db, readers: readonly Reader[]): Promise<Reader[]> {
  if (readers.length === 0) return []
  const people = readers.map((reader) => reader.viewer_id)
  const views = readers.map((reader) => reader.view_id)
  const grants = readers.map((reader) => reader.grant_id)
  const { rows } = await sql<{ place: number }>`
    select r.place from unnest(${people}::uuid[], ${grants}::text[], ${views}::uuid[]) with ordinality r(person_id, grant_id, view_id, place)
    where not exists (select 1 from console_users p where p.id = r.person_id and p.disabled_at is null)
      or exists (select 1 from revoked_grants g where g.grant_id = r.grant_id)
      or (r.view_id is not null and not exists (select 1 from permission_views v where v.id = r.view_id))`.execute(db)
  return rows.flatMap(({ place }) => readers[place - 1] ?? [])
}
