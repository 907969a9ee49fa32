import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { fieldOf } from '@wheelhouse/contract/certain.ts'
import { codeOf, messageOf } from '@wheelhouse/db/thrown.ts'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import { ensureEventPartitions, monthsNeededUntil } from '@wheelhouse/db/event-partitions.ts'
import { ensureHistoryParts, neededParts } from '@wheelhouse/db/history-partitions.ts'
import { isLockTimeout } from '@wheelhouse/db/partition-locks.ts'
import { hostInAddress } from '@wheelhouse/device-protocol/broker-address.ts'
import { forgetHints } from './authz/visible.ts'
import { sealClearKeys } from './features/access-keys/seal-clear-keys.ts'
import { allJobs } from './features/jobs.ts'
import { allRoutes } from './features/routes.ts'
import { endOldConnections, noticing } from './gateway/broker-notices.ts'
import { startBroker } from './gateway/broker.ts'
import type { Broker } from './gateway/broker.ts'
import { startGateway } from './gateway/gateway.ts'
import type { Gateway } from './gateway/gateway.ts'
import { brokerOf } from './gateway/links.ts'
import { framesOf } from './features/dashboards/public-links.ts'
import { createApp } from './http/app.ts'
import { consoleAssets, refuseUnknown, useConsole } from './http/console-files.ts'
import { freshFile } from './http/fresh-file.ts'
import { listenOnLoopback } from './http/loopback.ts'
import { useOperations } from './http/operations.ts'
import type { Deps } from './http/admission.ts'
import { openStream } from './http/stream.ts'
import type { LiveStream } from './http/stream.ts'
import { openBus } from './platform/bus.ts'
import type { Bus } from './platform/bus.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig } from './platform/config.ts'
import { SettingError } from './platform/setting-kinds.ts'
import { openJobs } from './platform/jobs.ts'
import { createLog } from './platform/log.ts'
import type { Log } from './platform/log.ts'
import { remembering } from './platform/token-memory.ts'
import { remoteTokens } from './platform/tokens.ts'

const dist = join(import.meta.dirname, '../../console/dist')

async function main(): Promise<void> {
  // What this process writes, security photos above all, is for its own user alone.
  process.umask(0o077)
  const config = readConfig(process.env)
  const log = createLog(config.log_level)
  const pool = openPool(config.database_url, { max: 12, applicationName: 'wheelhouse server' })
  const db = openDatabase(pool)
  const sealed = await sealClearKeys({ db, config, clock: systemClock })
  if (sealed > 0) log.info({ sealed }, 'the keys of riders are sealed from now on')
  const jobs = openJobs(config.database_url, log, allJobs)
  const deps: Deps = {
    db,
    jobs,
    config,
    clock: systemClock,
    log,
    verifyToken: remembering(remoteTokens(config.identity)),
  }
  const [bus] = await Promise.all([openBus(config.database_url, log), makeParts(pool, log)])
  bus.on((message) => message.kind === 'rights' && forgetHints())
  const devices = await startDevices(deps, bus)
  const stream = openStream(deps.db, bus, log)
  const app = await openApi(deps, stream, devices)
  await jobs.start(deps)
  if (config.host && config.host !== 'localhost') await app.listen({ port: config.port, host: config.host })
  else await listenOnLoopback(app, config.port)

  onEnd(async () => {
    stream.close()
    await jobs.endWork()
    await app.close()
    await devices.gateway.close()
    await devices.broker?.close()
    await bus.close()
    await jobs.stop()
    await pool.end()
  })
  // Report readiness last, because a parent process may end this one as soon as it receives the message.
  process.send?.({ ready: true })
  log.info({ port: config.port }, 'services API is serving')
}

/** Without the present month nothing is written, so that one has to exist. Each hour a job makes what is needed soon. */
async function makeParts(pool: Pool, log: Log): Promise<void> {
  const now = systemClock.now()
  await ensureEventPartitions(pool, now, now)
  // A backup that is under way is no reason not to start: what is made here is made ahead.
  const unlessInUse = (error: unknown): void => {
    if (!isLockTimeout(error)) throw error
    log.error({ err: error }, 'parts of events or of the history could not be made')
  }
  await Promise.all([
    ensureEventPartitions(pool, now, monthsNeededUntil(now)).catch(unlessInUse),
    ensureHistoryParts(pool, neededParts(now)).catch(unlessInUse),
  ])
}

interface Devices {
  /** Null when the broker runs elsewhere (`mqtt_url`). */
  broker: Broker | null
  gateway: Gateway
}

async function startDevices({ db, config, clock, log, jobs }: Deps, bus: Bus): Promise<Devices> {
  const { database_url: databaseUrl, mqtt_port: port, host } = config
  if (config.mqtt_url) {
    const gateway = await startGateway({ db, databaseUrl, bus, ...brokerOf(config.mqtt_url), config, clock, log, jobs })
    return { broker: null, gateway }
  }
  const password = randomBytes(24).toString('base64url')
  const broker = await startBroker({
    port,
    host,
    databaseUrl,
    gatewayPassword: password,
    provisioningSecret: config.provisioning_secret,
    idLength: { min: config.hardware_id_digits, max: config.hardware_id_digits },
    onNotice: noticing(db, log),
  })
  endOldConnections(bus, broker, { db, log })
  const brokerUrl = `mqtt://${hostInAddress(host ?? 'localhost')}:${port}`
  const gateway = await startGateway({
    db,
    databaseUrl,
    bus,
    brokerUrl,
    username: 'gateway',
    password,
    config,
    clock,
    log,
    jobs,
  })
  return { broker, gateway }
}

async function openApi(deps: Deps, stream: LiveStream, { broker, gateway }: Devices) {
  const buildId = buildIdOf(join(dist, 'live-versions.json'))
  const app = await createApp(deps, [...allRoutes, consoleAssets(buildId), stream.register])
  useOperations(app, deps.db, {
    readers: stream.readers,
    gateway: gateway.stats,
    broker: broker?.stats ?? (() => ({})),
  })
  if (existsSync(join(dist, 'index.html')))
    await useConsole(app, dist, deps.config.identity_url, deps.config.maps, (path) =>
      framesOf(deps.db, deps.clock.now(), path),
    )
  else refuseUnknown(app)
  return app
}

/** Written by the console's build; a server without a console build serves the API alone. */
function buildIdOf(file: string): () => string {
  if (!existsSync(file)) return () => 'none'
  const text = freshFile(file)
  return () => String(fieldOf(Object(JSON.parse(text())), 'console'))
}

function onEnd(end: () => Promise<void>): void {
  let isEnding = false
  const once = (): void => {
    if (isEnding) return
    isEnding = true
    end().then(
      () => process.exit(0),
      () => process.exit(1),
    )
  }
  for (const signal of ['SIGTERM', 'SIGINT', 'disconnect'] as const) process.on(signal, once)
}

main().catch((error: unknown) => {
  process.stderr.write(`${sentenceOf(error)}\n`)
  process.exit(1)
})

function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (codeOf(error) === 'EADDRINUSE')
    return `Port ${String(fieldOf(Object(error), 'port'))} is taken: end what listens there, or set PORT or MQTT_PORT to another one.`
  return error instanceof Error ? (error.stack ?? error.message) : messageOf(error)
}
