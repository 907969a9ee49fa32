import { createHash, timingSafeEqual } from 'node:crypto'
import { openPool } from '@wheelhouse/db/database.ts'

export type SecretVerdict = 'right' | 'wrong' | 'unavailable'

/** A secret has full entropy, so a plain hash protects it. */
export const secretHash = (secret: string | Uint8Array): string => createHash('sha256').update(secret).digest('hex')

/** Seconds, not minutes: a rotated secret stops working at once for all practical purposes. */
const rememberedMs = 5_000
const rememberedAtMost = 10_000

export function isSameHash(hash: string, expected: string): boolean {
  const [one, other] = [Buffer.from(hash, 'hex'), Buffer.from(expected, 'hex')]
  return one.length === other.length && one.length > 0 && timingSafeEqual(one, other)
}

export interface ControllerSecrets {
  check(controllerId: string, secret: Uint8Array): Promise<SecretVerdict>
  close(): Promise<void>
}

export function controllerSecrets(databaseUrl: string, clock: () => number = Date.now): ControllerSecrets {
  const pool = openPool(databaseUrl, { max: 2, statementTimeoutMs: 5_000, applicationName: 'wheelhouse-broker' })
  const remembered = new Map<string, { hash: string | null; until: number }>()

  async function hashOf(controllerId: string): Promise<string | null> {
    const entry = remembered.get(controllerId)
    if (entry && entry.until > clock()) return entry.hash
    const { rows } = await pool.query<{ secret_hash: string }>(
      'select secret_hash from controllers where hardware_id = $1',
      [controllerId],
    )
    if (remembered.size >= rememberedAtMost) remembered.clear()
    const hash = rows[0]?.secret_hash ?? null
    remembered.set(controllerId, { hash, until: clock() + rememberedMs })
    return hash
  }

  return {
    async check(controllerId, secret) {
      try {
        const expected = await hashOf(controllerId)
        return expected !== null && isSameHash(secretHash(secret), expected) ? 'right' : 'wrong'
      } catch {
        return 'unavailable'
      }
    },
    close: () => pool.end(),
  }
}
