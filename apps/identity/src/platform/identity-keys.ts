import { createHash, generateKeyPair, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type pg from 'pg'
import type { JWK as PublicJwk } from 'jose'
import { seal, unseal } from './seal.ts'
import { SettingError } from './settings.ts'

/** What anybody may know of the key that signs, to check what it signed. */
export function publicKeyOf({ signing }: IdentityKeys): PublicJwk {
  const { kty, n, e, alg, kid, use } = signing
  return { kty, n, e, alg, kid, use }
}

export interface IdentityKeys {
  signing: JWK
  cookie: string
}

/** Created at the first start and kept: a restart signs no one out, and several processes share the keys. */
export async function loadIdentityKeys(pool: pg.Pool, installationKey: string | undefined): Promise<IdentityKeys> {
  const stored = await readKeys(pool)
  if (!stored.has('signing')) await store(pool, 'signing', JSON.stringify(await makeSigningKey()), installationKey)
  if (!stored.has('cookie')) await store(pool, 'cookie', randomBytes(32).toString('base64url'), installationKey)
  const rows = stored.size === 2 ? stored : await readKeys(pool)
  return {
    // Written by `makeSigningKey`.
    signing: JSON.parse(open(rows, 'signing', installationKey)) as JWK,
    cookie: open(rows, 'cookie', installationKey),
  }
}

interface StoredKey {
  name: string
  value: string
  is_sealed: boolean
}

async function readKeys(pool: pg.Pool): Promise<Map<string, StoredKey>> {
  const { rows } = await pool.query<StoredKey>(
    `select name, value, is_sealed from identity_keys where name in ('signing', 'cookie')`,
  )
  return new Map(rows.map((row) => [row.name, row]))
}

// When two processes start at once, the second reads what the first one stored.
async function store(pool: pg.Pool, name: string, text: string, installationKey: string | undefined): Promise<void> {
  const value = installationKey ? seal(text, name, installationKey) : text
  await pool.query(
    'insert into identity_keys (name, value, is_sealed) values ($1, $2, $3) on conflict (name) do nothing',
    [name, value, Boolean(installationKey)],
  )
}

function open(rows: Map<string, StoredKey>, name: string, installationKey: string | undefined): string {
  const row = rows.get(name)
  if (!row) throw new Error(`The ${name} key vanished from identity_keys`)
  if (!row.is_sealed) return row.value
  try {
    if (installationKey) return unseal(row.value, name, installationKey)
  } catch {
    // Reported by the error below.
  }
  throw new SettingError(
    'The keys of the identity provider are sealed with another key: put wheelhouse.key (or WHEELHOUSE_KEY) back, or empty the table identity_keys, which signs everybody out.',
  )
}

const generate = promisify(generateKeyPair)

// RS256, because discovery requires every provider to offer it (OpenID Connect Discovery 1.0, section 3).
async function makeSigningKey(): Promise<JWK> {
  const { privateKey } = await generate('rsa', { modulusLength: 2048 })
  const jwk = privateKey.export({ format: 'jwk' })
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64url').slice(0, 16)
  return { ...jwk, alg: 'RS256', use: 'sig', kid }
}
