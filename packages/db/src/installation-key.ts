import { hkdfSync } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** `WHEELHOUSE_KEY`, else the key file in the state folder; undefined if there is neither. */
export function readInstallationKey(env: Record<string, string | undefined>): string | undefined {
  if (env.WHEELHOUSE_KEY) return env.WHEELHOUSE_KEY
  const file = env.WHEELHOUSE_DATA && join(env.WHEELHOUSE_DATA, 'wheelhouse.key')
  return file && existsSync(file) ? readFileSync(file, 'utf8').trim() || undefined : undefined
}

/**
 * Authenticates the services to the identity provider: both derive it from the same key, so that nobody has to
 * configure it.
 */
export const servicesSecret = (installationKey: string): string =>
  Buffer.from(hkdfSync('sha256', installationKey, '', 'wheelhouse services client', 32)).toString('base64url')
