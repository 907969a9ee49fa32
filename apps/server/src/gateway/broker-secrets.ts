import { createHash, timingSafeEqual } from 'node:crypto'
import { openPool } from '@wheelhouse/db/database.ts'

/**
 * `new`: the provisioning secret, of hardware that nobody knows or that has not confirmed its own secret yet. `rotated`: a
 * new secret that the controller has stored without a confirmation that arrived.
 */
export type SecretVerdict = 'right' | 'rotated' | 'new' | 'refused' | 'wrong' | 'unavailable'

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
  /** Its secret was replaced or revoked: the next check reads the database again. */
  forget(controllerId: string): void
  close(): Promise<void>
}

/** What the database says of a controller. */
interface Known {
  /** Null: unknown, or revoked. */
  hash: string | null
  /** New secrets on their way to the controller. */
  pending: string[]
  intake: string | null
  is_secret_pending: boolean
}

const knownQuery = `select c.secret_hash as hash,
    array(select s.secret_hash from controller_secrets s where s.controller_id = one.id) as pending, i.state as intake, i.sealed_secret is not null as is_secret_pending
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
  let forgotten = 0

  async function knownOf(controllerId: string): Promise<Known> {
    const entry = remembered.get(controllerId)
    if (entry && entry.until > clock()) return entry.known
    const before = forgotten
    const { rows } = await pool.query<Known>(knownQuery, [controllerId])
    // It may have been read before the change that had to be forgotten.
    if (forgotten !== before) return knownOf(controllerId)
    const known = rows[0] ?? { hash: null, pending: [], intake: null, is_secret_pending: false }
    // A person may decide on it at any moment, and it connects with its own secret right after that.
    const isSettled =
      known.pending.length === 0 && (provisioningHash === null || (known.hash !== null && !known.is_secret_pending))
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
        if (known.hash !== null && known.pending.some((one) => isSameHash(hash, one))) return 'rotated'
        return provisioningHash !== null && isSameHash(hash, provisioningHash) ? verdictOfNewcomer(known) : 'wrong'
      } catch {
        return 'unavailable'
      }
    },
    forget(controllerId) {
      forgotten++
      remembered.delete(controllerId)
    },
    close: () => pool.end(),
  }
}
