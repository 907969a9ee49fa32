import { createHash, timingSafeEqual } from 'node:crypto'
import { openPool } from '@wheelhouse/db/database.ts'

/** `new`: the provisioning secret, of hardware that nobody knows or that has not confirmed its own secret yet. */
export type SecretVerdict = 'right' | 'new' | 'refused' | 'wrong' | 'unavailable'

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

/** What the database says of a controller. */
interface Known {
  hash: string | null
  intake: string | null
  is_secret_pending: boolean
}

const knownQuery = `select c.secret_hash as hash, i.state as intake, i.sealed_secret is not null as is_secret_pending
  from (select $1::text as id) one left join controllers c on c.hardware_id = one.id left join hardware_intakes i on i.hardware_id = one.id`

/** Of hardware that shows the provisioning secret. */
function verdictOfNewcomer({ hash, intake, is_secret_pending }: Known): SecretVerdict {
  if (hash !== null) return is_secret_pending ? 'new' : 'wrong'
  return intake === 'refused' ? 'refused' : 'new'
}

export function controllerSecrets(
  databaseUrl: string,
  provisioningHash: string | null,
  clock: () => number = Date.now,
): ControllerSecrets {
  const pool = openPool(databaseUrl, { max: 2, statementTimeoutMs: 5_000, applicationName: 'wheelhouse-broker' })
  const remembered = new Map<string, { known: Known; until: number }>()

  async function knownOf(controllerId: string): Promise<Known> {
    const entry = remembered.get(controllerId)
    if (entry && entry.until > clock()) return entry.known
    const { rows } = await pool.query<Known>(knownQuery, [controllerId])
    const known = rows[0] ?? { hash: null, intake: null, is_secret_pending: false }
    // A person may decide on it at any moment, and it connects with its own secret right after that.
    const isSettled = provisioningHash === null || (known.hash !== null && !known.is_secret_pending)
    if (remembered.size >= rememberedAtMost) remembered.clear()
    if (isSettled) remembered.set(controllerId, { known, until: clock() + rememberedMs })
    return known
  }

  return {
    async check(controllerId, secret) {
      try {
        const known = await knownOf(controllerId)
        const hash = secretHash(secret)
        if (known.hash !== null && isSameHash(hash, known.hash)) return 'right'
        return provisioningHash !== null && isSameHash(hash, provisioningHash) ? verdictOfNewcomer(known) : 'wrong'
      } catch {
        return 'unavailable'
      }
    },
    close: () => pool.end(),
  }
}
