import pg from 'pg'
import type { Log } from './log.ts'

const mostPauseMs = 2_000
const usualCheck: Check = { everyMs: 5_000, answersWithinMs: 5_000 }

/** How often the connection is asked whether it is alive, and how long it may take to answer. */
interface Check {
  everyMs: number
  answersWithinMs: number
}

interface ListeningOptions {
  databaseUrl: string
  /** As PostgreSQL and the log name this connection. */
  name: string
  channel: string
  log: Log
  onPayload: (payload: string) => void
  /** Called after a lost connection was restored, since notifications may have been missed. */
  onRestored: () => void
  check?: Check
}

export interface Listening {
  close(): Promise<void>
}

/**
 * Receives the notifications of a channel on a separate connection, which is restored when it is lost. It is also asked for a
 * sign of life, since a listener sends nothing by which it would notice that nobody answers any more.
 */
export async function openListening(options: ListeningOptions): Promise<Listening> {
  const { log, name } = options
  let client: pg.Client | undefined
  let isClosed = false

  async function connect(): Promise<void> {
    const next = await listen(options)
    // Registered only now: a failed attempt ends too and would otherwise start a second series of attempts.
    next.on('end', () => void reconnect())
    client = next
  }

  async function reconnect(): Promise<void> {
    let isLogged = false
    for (let pause = 100; !isClosed; pause = Math.min(pause * 2, mostPauseMs)) {
      await new Promise((done) => setTimeout(done, pause))
      try {
        if (isClosed) return
        await connect()
        options.onRestored()
        return
      } catch (error) {
        // Once an outage, however long it is.
        if (!isLogged) log.warn({ err: error }, `${name} cannot reach the database yet`)
        isLogged = true
      }
    }
  }

  await connect()
  return {
    async close() {
      isClosed = true
      client?.removeAllListeners('end')
      await client?.end()
    },
  }
}

async function listen(options: ListeningOptions): Promise<pg.Client> {
  const { databaseUrl, name, channel, log, onPayload, check = usualCheck } = options
  const client = new pg.Client({
    connectionString: databaseUrl,
    application_name: `wheelhouse ${name}`,
    connectionTimeoutMillis: check.answersWithinMs,
    query_timeout: check.answersWithinMs,
    keepAlive: true,
  })
  client.on('notification', ({ payload }) => {
    if (payload) onPayload(payload)
  })
  client.on('error', (error) => log.warn({ err: error }, `${name} connection lost`))
  try {
    await client.connect()
    await client.query(`listen ${pg.escapeIdentifier(channel)}`)
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  endWhenSilent(client, options, check)
  return client
}

function endWhenSilent(client: pg.Client, { log, name }: ListeningOptions, { everyMs }: Check): void {
  let isAsked = false
  const timer = setInterval(() => {
    if (isAsked) return
    isAsked = true
    client
      .query('select 1')
      .then(() => (isAsked = false))
      .catch((error: unknown) => {
        clearInterval(timer)
        log.warn({ err: error }, `${name} connection does not answer`)
        // Its end is noticed as that of a lost connection is.
        void client.end().catch(() => {})
      })
  }, everyMs)
  client.on('end', () => clearInterval(timer))
}
