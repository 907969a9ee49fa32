import net from 'node:net'
import pg from 'pg'
import { fieldOf } from '@wheelhouse/contract/certain.ts'

/** After which silence a connection is doubted, and how long the database may then take to answer on another one. */
export interface Watch {
  silentForMs: number
  answersWithinMs: number
}

const usualWatch: Watch = { silentForMs: 20_000, answersWithinMs: 10_000 }

/**
 * A client whose connection is broken when nobody answers on it any more: a network that drops every packet reports nothing, and
 * the system would wait for a quarter of an hour. When a reply is due and no byte of it arrives for a while, PostgreSQL is asked
 * on another connection whether it is still working on it, so that a long statement goes on.
 */
export function watchedClient(watch: Watch = usualWatch): typeof pg.Client {
  return class WatchedClient extends pg.Client {
    constructor(config: pg.ClientConfig = {}) {
      const socket = new net.Socket()
      super({ ...config, stream: () => socket })
      socket.setTimeout(watch.silentForMs)
      socket.on('timeout', () => {
        if (isReplyDue(this)) void breakUnlessWorking(this, socket, config, watch)
      })
    }
  }
}

/** `pg` has both of them, without a type. */
const isReplyDue = (client: pg.Client): boolean => fieldOf(client, 'readyForQuery') === false
const backendOf = (client: pg.Client): unknown => fieldOf(client, 'processID')

async function breakUnlessWorking(
  client: pg.Client,
  socket: net.Socket,
  config: pg.ClientConfig,
  { silentForMs, answersWithinMs }: Watch,
): Promise<void> {
  const heard = socket.bytesRead
  const isWorking = await isWorkingFor(backendOf(client), { ...config, ...watchingClient(answersWithinMs) })
  if (socket.bytesRead !== heard || socket.destroyed) return
  // Setting the time again starts it again.
  if (isWorking) socket.setTimeout(silentForMs)
  else socket.destroy(new Error('Connection terminated: PostgreSQL no longer answers on it'))
}

const watchingClient = (answersWithinMs: number): pg.ClientConfig => ({
  application_name: 'wheelhouse watch',
  connectionTimeoutMillis: answersWithinMs,
  query_timeout: answersWithinMs,
})

/**
 * A backend that waits for its client, or for room to write to it, does not work: what was sent does not arrive. A pooler in
 * between tells other numbers than those of the backends, and with `track_activities` off every state is "disabled": then nothing
 * is known of this one, and it counts as working.
 */
async function isWorkingFor(backend: unknown, config: pg.ClientConfig): Promise<boolean> {
  const watching = new pg.Client(config)
  watching.on('error', () => {})
  try {
    await watching.connect()
    const { rows } = await watching.query<{ is_pooled: boolean; is_working: boolean }>(
      `select pg_backend_pid() <> $2 as is_pooled, exists (select from pg_stat_activity
         where pid = $1 and state in ('active', 'disabled') and wait_event_type is distinct from 'Client') as is_working`,
      [backend, backendOf(watching)],
    )
    return rows.some(({ is_pooled, is_working }) => is_pooled || is_working)
  } catch (error) {
    // A database that refuses answers, and says nothing about this one.
    return error instanceof pg.DatabaseError
  } finally {
    void watching.end().catch(() => {})
  }
}
