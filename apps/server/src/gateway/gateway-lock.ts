import pg from 'pg'
import type { Log } from '../platform/log.ts'

/** Of this application; any number that nothing else locks. */
const gatewayLock = 7_301_203
const askEveryMs = 1_000
const lookEveryMs = 5_000
const answersWithinMs = 5_000

export interface GatewayLock {
  /** After the first attempt, whether or not it got the lock. */
  ready: Promise<void>
  close(): Promise<void>
}

/**
 * Of several server processes one holds the gateway: an advisory lock on a connection of its own, which PostgreSQL
 * lets go when the process ends however it ends. The others ask again each second.
 */
export function holdGatewayLock(databaseUrl: string, log: Log, onHeld: () => Promise<void>, onLost: () => Promise<void>): GatewayLock {
  let isClosed = false
  let client: pg.Client | undefined
  let wake = (): void => {}
  const pause = (ms: number): Promise<void> =>
    new Promise((done) => {
      const timer = setTimeout(done, ms)
      wake = () => (clearTimeout(timer), done())
    })

  async function attempt(): Promise<boolean> {
    client ??= await connect(databaseUrl)
    const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [gatewayLock])
    return rows[0]?.held ?? false
  }

  async function holdWhileAlive(first: () => void): Promise<void> {
    log.info('this process holds the device gateway')
    await onHeld()
    first()
    try {
      while (!isClosed) {
        await client?.query('select 1')
        await pause(lookEveryMs)
      }
    } finally {
      await onLost()
    }
  }

  async function contend(first: () => void): Promise<void> {
    while (!isClosed) {
      try {
        if (await attempt()) await holdWhileAlive(first)
      } catch (error) {
        if (!isClosed) log.warn({ err: error }, 'the gateway has no hold on the database')
        await drop()
      }
      first()
      if (!isClosed) await pause(askEveryMs)
    }
    await drop()
  }

  async function connect(url: string): Promise<pg.Client> {
    const next = new pg.Client({ connectionString: url, application_name: 'wheelhouse gateway', connectionTimeoutMillis: answersWithinMs, query_timeout: answersWithinMs, keepAlive: true })
    // A lost connection is a lost lock: look at once.
    next.on('error', () => wake())
    next.on('end', () => wake())
    await next.connect()
    await next.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
    return next
  }

  async function drop(): Promise<void> {
    const old = client
    client = undefined
    await old?.end().catch(() => {})
  }

  let running: Promise<void> = Promise.resolve()
  const ready = new Promise<void>((done) => {
    running = contend(done)
  })
  return {
    ready,
    async close() {
      isClosed = true
      wake()
      await running
    },
  }
}
