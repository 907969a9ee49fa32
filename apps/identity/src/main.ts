import { codeOf } from '@wheelhouse/db/thrown.ts'
import { openPool } from '@wheelhouse/db/database.ts'
import { openMail } from '@wheelhouse/mail/mail.ts'
import { createIdentity } from './app.ts'
import { createLog } from './platform/log.ts'
import { SettingError, readMainSettings } from './platform/settings.ts'
import { sweep } from './oidc/sweep.ts'

const sweepEveryMs = 600_000

async function main(): Promise<void> {
  const mainSettings = readMainSettings(process.env)
  const log = createLog(mainSettings.log_level)
  const pool = openPool(mainSettings.database_url, { max: 8, applicationName: 'wheelhouse identity' })
  const mail = openMail({ ...mainSettings.mail, log })
  const identity = await createIdentity({
    pool,
    issuer: mainSettings.issuer,
    isBehindProxy: mainSettings.is_behind_proxy,
    consoleOrigin: mainSettings.console_origin,
    isDemonstration: mainSettings.is_demonstration,
    installationKey: mainSettings.installation_key,
    log,
    settings: mainSettings.settings,
    mail,
  })
  await identity.listen(mainSettings.port, mainSettings.host)
  const sweeping = setInterval(
    () => void sweep(pool, new Date()).catch((error: unknown) => log.error({ err: error }, 'sweep failed')),
    sweepEveryMs,
  )
  onEnd(async () => {
    clearInterval(sweeping)
    await identity.close()
    mail.close()
    await pool.end()
  })
  // Sent last, because the parent may end this process as soon as it receives it.
  process.send?.({ ready: true })
  log.info({ port: mainSettings.port }, 'identity provider is serving')
}

/** Runs once, on a signal or when the parent is gone. */
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

/** Node names it in the error. */
const portOf = (error: unknown): string =>
  error instanceof Error && 'port' in error ? String(error.port) : 'of the settings'

function sentenceOf(error: unknown): string {
  if (error instanceof SettingError) return error.message
  if (codeOf(error) === 'EADDRINUSE')
    return `Port ${portOf(error)} is in use: stop the program that uses it, or set IDENTITY_PORT to another port.`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
