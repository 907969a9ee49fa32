import { sql } from 'kysely'
import type { Kysely } from 'kysely'
import type { Database } from '@wheelhouse/db/tables.gen.ts'
import type { Action, ResourceType } from '@wheelhouse/contract/access.ts'
import type { Change } from '@wheelhouse/contract/events/live-changes.ts'
import { openListening } from './listening.ts'
import type { Log } from './log.ts'

/**
 * A change and who may receive it: everyone who may see its location or the resource named by `through`, or one person
 * only.
 */
export interface ChangeMessage extends Change {
  through?: Through | undefined
  person_id?: string | undefined
  /** What a reader must hold there besides: even that such an event exists is not for others. */
  also?: readonly [ResourceType, Action] | undefined
}

/**
 * A resource with its own groups. A deleted one lists its former groups, because its memberships were deleted with it.
 */
export interface Through {
  type: ResourceType
  id: string
  group_ids?: readonly string[]
}

/**
 * What processes send each other after a commit: ids, never rows. `revoked` comes from the identity provider: these
 * sign-ins have ended. `controller_secret`: the secret of these controllers was replaced or revoked.
 */
export type BusMessage =
  | { kind: 'changes'; changes: ChangeMessage[] }
  | { kind: 'rights'; person_ids: string[] | null }
  | { kind: 'command'; ids: string[] }
  | { kind: 'revoked'; grant_ids: string[] }
  | { kind: 'controller_secret'; controller_ids: string[] }

const channel = 'wheelhouse'
// PostgreSQL refuses a payload of 8,000 bytes or more; ids are plain ASCII.
const listAtMostBytes = 7_500

/** Sent inside the verb's transaction and received by all processes after its commit. */
export async function announce(db: Kysely<Database>, message: BusMessage): Promise<void> {
  const payloads = split(message).map((part) => JSON.stringify(part))
  if (payloads.length > 0)
    await sql`select pg_notify(${channel}, p.payload) from unnest(${payloads}::text[]) p(payload)`.execute(db)
}

function split(message: BusMessage): BusMessage[] {
  if (message.kind === 'changes') return chunks(message.changes).map((changes) => ({ kind: 'changes', changes }))
  if (message.kind === 'revoked') return chunks(message.grant_ids).map((grant_ids) => ({ kind: 'revoked', grant_ids }))
  if (message.kind === 'command') return chunks(message.ids).map((ids) => ({ kind: 'command', ids }))
  if (message.kind === 'controller_secret')
    return chunks(message.controller_ids).map((controller_ids) => ({ kind: 'controller_secret', controller_ids }))
  if (message.person_ids === null) return [message]
  return chunks(message.person_ids).map((person_ids) => ({ kind: 'rights', person_ids }))
}

function chunks<T>(list: T[]): T[][] {
  const parts: T[][] = []
  let room = 0
  for (const one of list) {
    const size = Buffer.byteLength(JSON.stringify(one)) + 1
    if (size > room) {
      parts.push([])
      room = listAtMostBytes
    }
    parts.at(-1)?.push(one)
    room -= size
  }
  return parts
}

// Other programs may write to the channel, so an invalid message must not end the process.
function readMessage(payload: string): BusMessage | null {
  try {
    // Only `announce` writes messages with a kind.
    const message = JSON.parse(payload) as BusMessage | null
    return typeof message?.kind === 'string' ? message : null
  } catch {
    return null
  }
}

export interface Bus {
  on(listener: (message: BusMessage) => unknown): () => void
  /** Called after a lost connection was restored, since messages may have been missed. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

export async function openBus(databaseUrl: string, log: Log): Promise<Bus> {
  const listeners = new Set<(message: BusMessage) => unknown>()
  const gapListeners = new Set<() => void>()
  const { close } = await openListening({
    databaseUrl,
    name: 'bus',
    channel,
    log,
    onPayload: (payload) => {
      const message = readMessage(payload)
      if (message) for (const listener of listeners) listener(message)
    },
    onRestored: () => {
      for (const listener of gapListeners) listener()
    },
  })
  return {
    on: (listener) => subscribe(listeners, listener),
    onGap: (listener) => subscribe(gapListeners, listener),
    close,
  }
}

function subscribe<T>(set: Set<T>, listener: T): () => void {
  set.add(listener)
  return () => void set.delete(listener)
}
