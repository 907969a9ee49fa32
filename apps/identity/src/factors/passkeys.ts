import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server'
import type {
  AuthenticationResponseJSON,
  AuthenticatorTransport,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import type { Account } from '../accounts/accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import type { Queryable } from '../platform/transaction.ts'
import { storeChallenge, takeChallenge } from './steps.ts'
import type { Step } from './steps.ts'

/** What the page passes to the browser's authenticator, as JSON. */
export type PasskeyOptions = string

interface StoredPasskey {
  id: string
  public_key: Buffer
  counter: string
  transports: AuthenticatorTransport[]
}

export const passkeysAtMost = 10
const timeoutMs = 300_000

const domainOf = ({ issuer }: IdentityContext): string => new URL(issuer).hostname

async function storedPasskeys(on: Queryable, accountId: string): Promise<StoredPasskey[]> {
  const { rows } = await on.query<StoredPasskey>(
    'select id, public_key, counter, transports from passkeys where account_id = $1 order by created_at, id',
    [accountId],
  )
  return rows
}

export async function registrationOptions(
  identity: IdentityContext,
  step: Step,
  { id, email, name }: Account,
): Promise<PasskeyOptions> {
  const known = await storedPasskeys(identity.pool, id)
  const options = await generateRegistrationOptions({
    rpName: 'Wheelhouse',
    rpID: domainOf(identity),
    userName: email,
    userDisplayName: name,
    userID: Uint8Array.from(Buffer.from(id)),
    timeout: timeoutMs,
    attestationType: 'none',
    excludeCredentials: known.map((one) => ({ id: one.id, transports: one.transports })),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  })
  await storeChallenge(identity, step, options.challenge)
  return JSON.stringify(options)
}

export async function authenticationOptions(identity: IdentityContext, step: Step): Promise<PasskeyOptions> {
  const known = await storedPasskeys(identity.pool, step.account_id)
  const options = await generateAuthenticationOptions({
    rpID: domainOf(identity),
    timeout: timeoutMs,
    userVerification: 'preferred',
    allowCredentials: known.map((one) => ({ id: one.id, transports: one.transports })),
  })
  await storeChallenge(identity, step, options.challenge)
  return JSON.stringify(options)
}

export interface NewPasskey {
  id: string
  publicKey: Uint8Array
  counter: number
  transports: string[]
}

/** Returns undefined for everything that a right browser would not send; the cause is logged. */
export async function verifyRegistration(
  identity: IdentityContext,
  step: Step,
  answer: string,
): Promise<NewPasskey | undefined> {
  const response = parse<RegistrationResponseJSON>(answer)
  const expectedChallenge = await takeChallenge(identity, step)
  if (!response || !expectedChallenge) return undefined
  const { registrationInfo } = await quietly(identity, () =>
    verifyRegistrationResponse({
      response,
      expectedChallenge,
      expectedOrigin: new URL(identity.issuer).origin,
      expectedRPID: domainOf(identity),
      requireUserVerification: false,
    }),
  )
  if (!registrationInfo) return undefined
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential
  return { id, publicKey, counter, transports: transports.filter((one) => /^[a-z-]{2,20}$/.test(one)).slice(0, 8) }
}

/** Returns false when the browser has registered this passkey before, for this account or another one. */
export async function storePasskey(
  { clock }: IdentityContext,
  on: Queryable,
  accountId: string,
  { id, publicKey, counter, transports, label }: NewPasskey & { label: string },
): Promise<boolean> {
  const { rowCount } = await on.query(
    `insert into passkeys (id, account_id, public_key, counter, transports, label, created_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (id) do nothing`,
    [id, accountId, Buffer.from(publicKey), counter, transports, label, clock.now()],
  )
  return rowCount === 1
}

/** Checks what the browser signed for this step. */
export async function usePasskey(identity: IdentityContext, step: Step, answer: string): Promise<boolean> {
  const response = parse<AuthenticationResponseJSON>(answer)
  const expectedChallenge = await takeChallenge(identity, step)
  const known = (await storedPasskeys(identity.pool, step.account_id)).find(({ id }) => id === response?.id)
  if (!response || !expectedChallenge || !known) return false
  const { verified, authenticationInfo } = await quietly(identity, () =>
    verifyAuthenticationResponse({
      response,
      expectedChallenge,
      expectedOrigin: new URL(identity.issuer).origin,
      expectedRPID: domainOf(identity),
      requireUserVerification: false,
      credential: {
        id: known.id,
        publicKey: Uint8Array.from(known.public_key),
        counter: Number(known.counter),
        transports: known.transports,
      },
    }),
  )
  if (!verified || !authenticationInfo) return false
  await identity.pool.query('update passkeys set counter = $2, last_used_at = $3 where id = $1', [
    known.id,
    authenticationInfo.newCounter,
    identity.clock.now(),
  ])
  return true
}

/** The library throws for each way in which an answer can be wrong; people are shown one sentence for all of them. */
async function quietly<T extends { verified: boolean }>(
  { log }: IdentityContext,
  verify: () => Promise<T>,
): Promise<Partial<T>> {
  try {
    const outcome = await verify()
    return outcome.verified ? outcome : {}
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'a passkey was refused')
    return {}
  }
}

// The library checks each field that it uses, so the shape is claimed here and proved there.
function parse<T extends { id: string }>(text: string): T | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isAnswer = typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string'
    return isAnswer ? (value as T) : undefined
  } catch {
    return undefined
  }
}
