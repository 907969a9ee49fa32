import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openDatabase, openPool } from '@wheelhouse/db/database.ts'
import { ensureEventPartitions } from '@wheelhouse/db/event-partitions.ts'
import { forgetHints } from './features/permissions/visible.ts'
import { allRoutes } from './features/routes.ts'
import { startBroker } from './gateway/broker.ts'
import { recordTakeover } from './gateway/controller-status.ts'
import { startGateway } from './gateway/gateway.ts'
import { createApp } from './http/app.ts'
import { consoleAssets, refuseUnknown, useConsole } from './http/console-files.ts'
import { freshFile } from './http/fresh-file.ts'
import { useOperations } from './http/operations.ts'
import { openStream } from './http/stream.ts'
import { openBus } from './platform/bus.ts'
import { systemClock } from './platform/clock.ts'
import { readConfig, SettingError } from './platform/config.ts'
import { createLog } from './platform/log.ts'
import { remoteTokens } from './platform/tokens.ts'

const dist = join(import.meta.dirname, '../../console/dist')
const dayMs = 86_400_000
const monthsAhead = 2

async function main(): Promise<void> {
  const config = readConfig(process.env)
  const log = createLog(config.log_level)
  const pool = openPool(config.database_url, { max: 12, applicationName: 'wheelhouse server' })
  const db = openDatabase(pool)
  const clock = systemClock
  const makeMonths = () => ensureEventPartitions(pool, clock.now(), new Date(clock.now().getTime() + monthsAhead * 31 * dayMs))
  const [bus] = await Promise.all([openBus(config.database_url, log), makeMonths()])
  const monthly = setInterval(() => void makeMonths().catch((error: unknown) => log.error({ err: error }, 'event months could not be made')), dayMs)
  bus.on((message) => message.kind === 'rights' && forgetHints())
  const gatewayPassword = randomBytes(24).toString('base64url')
  const noted = (error: unknown): void => log.warn({ err: error }, 'a takeover could not be recorded')
  const broker = await startBroker({
    port: config.mqtt_port,
    host: config.host,
    databaseUrl: config.database_url,
    gatewayPassword,
    onNotice: (notice) => notice.kind === 'takeover' && void recordTakeover(db, notice.controller_id, new Date(notice.at)).catch(noted),
  })
  const brokerUrl = `mqtt://${config.host ?? 'localhost'}:${config.mqtt_port}`
  const gateway = await startGateway({ db, databaseUrl: config.database_url, bus, brokerUrl, username: 'gateway', password: gatewayPassword, config, clock, log })
  const stream = openStream(db, bus, log)
  const buildId = buildIdOf(join(dist, 'live-versions.json'))
  const app = await createApp({ db, config, clock, log, verifyToken: remoteTokens(config.identity_url) }, [...allRoutes, consoleAssets(buildId), stream.register])
  useOperations(app, db, { readers: stream.readers, gateway: gateway.stats, broker: broker.stats })
  if (existsSync(join(dist, 'index.html'))) await useConsole(app, dist, config.identity_url)
  else refuseUnknown(app)
  await app.listen({ port: config.port, host: config.host ?? 'localhost' })
  process.send?.({ ready: true })
  log.info({ port: config.port }, 'services API is serving')

  onEnd(async () => {
    clearInterval(monthly)
    stream.close()
    await app.close()
    await gateway.close()
    await broker.close()
    await bus.close()
    await pool.end()
  })
}

/** Written by the console's build; a server without a console build serves the API alone. */
function buildIdOf(file: string): () => string {
  if (!existsSync(file)) return () => 'none'
  const text = freshFile(file)
  return () => (JSON.parse(text()) as { console: string }).console
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
  const { code, port, message } = error as { code?: string; port?: number; message?: string }
  if (code === 'EADDRINUSE') return `Port ${port} is taken: end what listens there, or set PORT or MQTT_PORT to another one.`
  return error instanceof Error ? (error.stack ?? error.message) : String(message ?? error)
}
