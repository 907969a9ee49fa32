import type { FastifyReply, FastifyRequest } from 'fastify'
import { stream, streamPositionHeader } from '@wheelhouse/contract/events/live-changes.ts'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { permissionTypesActions } from '@wheelhouse/contract/permissions/own-rights.ts'
import type { Bus, BusMessage, ChangeMessage } from '../platform/bus.ts'
import type { Log } from '../platform/log.ts'
import type { Db } from '../platform/context.ts'
import { admit } from './admission.ts'
import type { On } from './serve.ts'
import { shareOut } from './stream-batch.ts'
import { openMemory, unique } from './stream-memory.ts'
import type { StreamMemory } from './stream-memory.ts'
import { messageOf, openReader, openReaders, whoIsOut } from './stream-readers.ts'
import type { Message, Reader, Readers } from './stream-readers.ts'
import { seersOf, whoSees } from './stream-rights.ts'

const usualPingMs = 20_000
/**
 * How long changes are gathered before they are sent together. A quiet stream sends almost at once. Sending takes
 * longer with more changes and more readers; with this rule it takes at most a sixth of the time up to the longest
 * wait.
 */
const gatherFor = (tellingMs: number): number => Math.min(150, Math.max(15, 5 * tellingMs))

const resetText = `event: reset\ndata: {}\n\n`
const resetMessage = messageOf(resetText)
const rightsMessage = messageOf(`event: rights_changed\ndata: {}\n\n`)
const pingMessage = messageOf(': ping\n\n')
/** The reader gets only these fields: who else is notified must stay hidden. */
const wireChange = ({ type, id, location_id }: ChangeMessage): Change => ({ type, id, location_id })
const changesMessage = (id: string, changes: Change[]): Message =>
  messageOf(`id: ${id}\nevent: changes\ndata: ${JSON.stringify({ changes })}\n\n`)

export interface LiveStream {
  register(on: On): void
  readers(): number
  /** Streams end first on shutdown, else the server would wait for them. */
  close(): void
}

/** What the parts of one stream share. */
interface Hub {
  readonly db: Db
  readonly log: Log
  readonly readers: Readers
  readonly memory: StreamMemory
  waiting: ChangeMessage[]
  timer: NodeJS.Timeout | undefined
  /** One batch at a time, or a later one might overtake it with its higher id. */
  isTelling: boolean
  /** How long the last batch took. */
  tellingMs: number
}

/**
 * Server-sent events: ids of what changed, each only to readers who may see it. Who sees what is asked with
 * each batch in one statement over all readers, so a revoked right ends with the next batch; a sign-out ends the stream.
 */
export function openStream(db: Db, bus: Bus, log: Log, pingMs = usualPingMs): LiveStream {
  const hub: Hub = {
    db,
    log,
    readers: openReaders(),
    memory: openMemory(),
    waiting: [],
    timer: undefined,
    isTelling: false,
    tellingMs: 0,
  }
  const stops = [bus.on((message) => hear(hub, message)), bus.onGap(() => startOver(hub))]
  const ping = setInterval(() => {
    toAll(hub, pingMessage)
    // A sign-out may have been missed while the bus was away, or never announced, so check every reader again.
    endThoseOut(hub, [...hub.readers])
  }, pingMs)
  return {
    register: (on) => registerStream(on, hub),
    readers: () => hub.readers.count(),
    close() {
      for (const stop of stops) stop()
      clearInterval(ping)
      clearTimeout(hub.timer)
      for (const reader of hub.readers) reader.end()
    },
  }
}

function toAll({ readers }: Hub, message: Message): void {
  for (const reader of readers) reader.send(message)
}

/** Also readers that are not connected at this moment must load again: the memory does not know what they missed. */
function startOver(hub: Hub): void {
  hub.memory.startOver()
  toAll(hub, messageOf(`id: ${hub.memory.lastId()}\n${resetText}`))
}

function hear(hub: Hub, message: BusMessage): void {
  if (message.kind === 'rights') return rightsChanged(hub, message.person_ids)
  if (message.kind === 'revoked') return endSignIns(hub, message.grant_ids)
  if (message.kind !== 'changes') return
  for (const change of message.changes) hub.memory.keep(change)
  hub.waiting.push(...message.changes)
  gather(hub)
}

function gather(hub: Hub): void {
  if (!hub.isTelling) hub.timer ??= setTimeout(() => void flush(hub), gatherFor(hub.tellingMs))
}

function rightsChanged(hub: Hub, personIds: string[] | null): void {
  const { readers } = hub
  const affectedReaders = [
    ...(personIds ? new Set(personIds.flatMap((id) => [...readers.of(id), ...readers.openedBy(id)])) : readers),
  ]
  for (const reader of affectedReaders) {
    reader.send(rightsMessage)
    // Whether the viewer may still see what the other sees is decided when the stream is opened again.
    if (reader.view_id !== null) reader.end()
  }
  endThoseOut(hub, affectedReaders)
}

function endSignIns({ readers }: Hub, grantIds: string[]): void {
  for (const reader of readers) if (reader.grant_id && grantIds.includes(reader.grant_id)) reader.end()
}

function endThoseOut({ db, log }: Hub, some: readonly Reader[]): void {
  whoIsOut(db, some)
    .then((out) => out.forEach((reader) => reader.end()))
    .catch((error: unknown) => log.warn({ err: error }, 'cannot check the readers of the stream'))
}

async function flush(hub: Hub): Promise<void> {
  hub.timer = undefined
  hub.isTelling = true
  const began = performance.now()
  await recordEvent(hub)
  hub.tellingMs = performance.now() - began
  hub.isTelling = false
  if (hub.waiting.length > 0) gather(hub)
}

async function recordEvent(hub: Hub): Promise<void> {
  const batch = unique(hub.waiting)
  hub.waiting = []
  const id = hub.memory.lastId()
  try {
    const seers = await seersOf(hub.db, hub.readers.people(), batch)
    for (const { changes, readers } of shareOut(batch, seers, hub.readers)) {
      const message = changesMessage(id, changes.map(wireChange))
      for (const reader of readers) reader.send(message)
    }
  } catch (error) {
    hub.log.warn({ err: error }, 'changes could not be sent')
    toAll(hub, resetMessage)
  }
}

function registerStream(on: On, hub: Hub): void {
  // Before anything is read: what changes while the reply is made is said again, not missed.
  on.app.addHook('onRequest', (request, reply, next) => {
    if (request.routeOptions.url === permissionTypesActions.path)
      void reply.header(streamPositionHeader, hub.memory.lastId())
    next()
  })
  // It counts all changes since the start of the process, which is nothing for strangers.
  on.app.addHook('onSend', (_request, reply, payload, next) => {
    if (reply.statusCode !== 200) void reply.removeHeader(streamPositionHeader)
    next(null, payload)
  })
  on.app.route({
    method: 'GET',
    url: stream.path,
    // The head of a stream would stay open as its body does.
    exposeHeadRoute: false,
    config: { contract: stream },
    schema: { summary: stream.summary, tags: ['event'] },
    onRequest: (request, reply) => admit(on, stream, request, reply),
    handler: (request, reply) => add(hub, request, reply),
  })
}

async function add(hub: Hub, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const reader = openReader(hub.readers, request, reply)
  if (!reader) return
  // Signed out between its admission and now: nobody would say it again.
  endThoseOut(hub, [reader])
  // It knows the latest id already, so it would not ask for what it has missed.
  await greet(hub, reader, request).catch(() => (reader.send(resetMessage), reader.end()))
}

async function greet({ db, memory }: Hub, reader: Reader, request: FastifyRequest): Promise<void> {
  const last = request.headers['last-event-id']
  const lost = memory.missedSince(typeof last === 'string' ? last : undefined)
  reader.send(messageOf(`retry: 2000\nid: ${memory.lastId()}\nevent: hello\ndata: {}\n\n`))
  if (lost === null) return reader.send(resetMessage)
  const sees = await whoSees(db, [reader], lost)
  const changes = lost.filter((change) => sees(reader, change)).map(wireChange)
  if (changes.length > 0) reader.send(changesMessage(memory.lastId(), changes))
}
