import pg from 'pg'
import type { Log } from '../platform/log.ts'

/** An arbitrary number that this application uses for no other lock. */
const gatewayLock = 7_301_203
const askEveryMs = 1_000
const lookEveryMs = 5_000
const answersWithinMs = 5_000

export interface GatewayLockSettings {
  databaseUrl: string
  log: Log
  onHeld: () => Promise<void>
  onLost: () => Promise<void>
}

/** `elsewhere`: another process holds it. `unknown`: the database did not answer. */
export type FirstAttempt = 'held' | 'elsewhere' | 'unknown'

export interface GatewayLock {
  /** Resolves after the first attempt, whether or not it got the lock. */
  ready: Promise<FirstAttempt>
  close(): Promise<void>
}

interface Contender extends GatewayLockSettings {
  client: pg.Client | undefined
  isClosed: boolean
  /** Whether this outage was logged. */
  isLogged: boolean
  /** Ends the pause at once, because the connection changed. */
  wake: () => void
  attempted: (result: FirstAttempt) => void
}

/**
 * Of several server processes one runs the gateway: it holds an advisory lock on a separate connection, which
 * PostgreSQL releases however the process ends. The others try again each second.
 */
export function holdGatewayLock(settings: GatewayLockSettings): GatewayLock {
  const contender: Contender = {
    ...settings,
    client: undefined,
    isClosed: false,
    isLogged: false,
    wake: () => {},
    attempted: () => {},
  }
  const ready = new Promise<FirstAttempt>((done) => {
    contender.attempted = done
  })
  const running = contend(contender)
  return {
    ready,
    async close() {
      contender.isClosed = true
      contender.wake()
      await running
    },
  }
}

async function contend(contender: Contender): Promise<void> {
  while (!contender.isClosed) {
    let result: FirstAttempt = 'unknown'
    try {
      contender.client ??= await connect(contender)
      const { rows } = await contender.client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [
        gatewayLock,
      ])
      contender.isLogged = false
      if (rows[0]?.held) await holdWhileAlive(contender, contender.client)
      else result = 'elsewhere'
    } catch (error) {
      if (!contender.isClosed && !contender.isLogged)
        contender.log.warn({ err: error }, 'the gateway cannot take its lock in the database')
      contender.isLogged = true
      await drop(contender)
    }
    contender.attempted(result)
    if (!contender.isClosed) await pause(contender, askEveryMs)
  }
  await drop(contender)
}

async function holdWhileAlive(contender: Contender, client: pg.Client): Promise<void> {
  contender.log.info('this process holds the device gateway')
  try {
    await contender.onHeld()
    contender.attempted('held')
    while (!contender.isClosed) {
      await client.query('select 1')
      await pause(contender, lookEveryMs)
    }
  } finally {
    await contender.onLost()
  }
}

async function connect(contender: Contender): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: contender.databaseUrl,
    application_name: 'wheelhouse gateway',
    connectionTimeoutMillis: answersWithinMs,
    query_timeout: answersWithinMs,
    keepAlive: true,
  })
  // A lost connection is a lost lock, so check at once. A client that was dropped must not end the pause of its successor.
  const wake = (): void => void (contender.client === client && contender.wake())
  client.on('error', wake)
  client.on('end', wake)
  try {
    await client.connect()
  } catch (error) {
    void client.end().catch(() => {})
    throw error
  }
  // A machine that disappears without closing its connection loses the lock within half a minute.
  await client.query('set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 3')
  return client
}

async function drop(contender: Contender): Promise<void> {
  const { client } = contender
  contender.client = undefined
  await client?.end().catch(() => {})
}

function pause(contender: Contender, ms: number): Promise<void> {
  return new Promise((done) => {
    const timer = setTimeout(done, ms)
    contender.wake = () => {
      clearTimeout(timer)
      done()
    }
  })
}
