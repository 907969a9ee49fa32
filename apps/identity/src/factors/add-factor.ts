import type { Account } from '../accounts/accounts.ts'
import type { IdentityContext } from '../platform/identity-context.ts'
import { transaction } from '../platform/transaction.ts'
import { storeTotp } from './factors.ts'
import { storePasskey, verifyRegistration } from './passkeys.ts'
import { replaceRecoveryCodes } from './recovery-codes.ts'
import { newSecretOf } from './steps.ts'
import type { Step } from './steps.ts'
import { matchTotp } from './totp.ts'

/** A factor that has proved itself, with the codes for the day when it is lost. */
export interface Added {
  what: string
  /** Null where the earlier codes are still valid. */
  codes: string[] | null
}

export const addSteps = ['add_totp', 'add_passkey'] as const
export type AddStep = (typeof addSteps)[number]
export const isAddStep = (step: string | null): step is AddStep => addSteps.some((one) => one === step)

export const addFactor = (
  identity: IdentityContext,
  step: Step,
  account: Account,
  form: URLSearchParams,
  kind: AddStep,
): Promise<Added | string> =>
  kind === 'add_totp' ? addTotp(identity, step, account, form) : addPasskey(identity, step, account, form)

/** Returns a sentence when the code does not prove that the app has the secret. */
async function addTotp(
  identity: IdentityContext,
  step: Step,
  { id }: Account,
  form: URLSearchParams,
): Promise<Added | string> {
  const secret = await newSecretOf(identity, step)
  const timeStep = matchTotp(secret, form.get('code') ?? '', identity.clock.now())
  if (timeStep === undefined)
    return 'This code does not match. Check that the clock of the phone is right and type the code that the app shows now.'
  const codes = await transaction(identity.pool, async (on) => {
    await storeTotp(identity, on, id, { secret, step: timeStep })
    return codesIfNone(on, id)
  })
  return { what: 'Your authenticator app is set up.', codes }
}

async function addPasskey(
  identity: IdentityContext,
  step: Step,
  { id }: Account,
  form: URLSearchParams,
): Promise<Added | string> {
  const passkey = await verifyRegistration(identity, step, form.get('credential') ?? '')
  if (!passkey) return 'The passkey was not accepted. Try again.'
  const typed = (form.get('label') ?? '')
    .replace(/\p{Cc}/gu, '')
    .trim()
    .slice(0, 60)
  const codes = await transaction(identity.pool, async (on) =>
    (await storePasskey(identity, on, id, { ...passkey, label: typed || 'Passkey' })) ? codesIfNone(on, id) : undefined,
  )
  if (codes === undefined) return 'This passkey is already registered.'
  return { what: 'Your passkey is added.', codes }
}

/** Codes that were printed before stay valid when another factor is added. */
async function codesIfNone(
  on: Parameters<typeof replaceRecoveryCodes>[0],
  accountId: string,
): Promise<string[] | null> {
  const { rows } = await on.query('select 1 from recovery_codes where account_id = $1 limit 1', [accountId])
  return rows.length > 0 ? null : replaceRecoveryCodes(on, accountId)
}
