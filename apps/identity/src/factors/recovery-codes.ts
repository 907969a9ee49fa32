import { createHash, randomInt } from 'node:crypto'
import type { Queryable } from '../platform/transaction.ts'

const codes = 10
const groups = 4
const groupLength = 4
// Without characters that are easily mistaken for one another. 16 of 30 make 78 bits.
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXY'

const makeGroup = (): string =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
const makeCode = (): string => Array.from({ length: groups }, makeGroup).join('-')

/** Hashed together with the account, so that equal codes of two people differ. */
const hashOf = (accountId: string, code: string): Buffer =>
  createHash('sha256')
    .update(`${accountId} ${code.toUpperCase().replace(/[^A-Z\d]/g, '')}`)
    .digest()

/** Makes new codes, which replace all previous ones. They are returned once and only their hashes are stored. */
export async function replaceRecoveryCodes(on: Queryable, accountId: string): Promise<string[]> {
  const made = Array.from({ length: codes }, makeCode)
  await on.query('delete from recovery_codes where account_id = $1', [accountId])
  await on.query('insert into recovery_codes (account_id, hash) select $1, unnest($2::bytea[])', [
    accountId,
    made.map((code) => hashOf(accountId, code)),
  ])
  return made
}

/** When one code is used twice at the same time, only one call returns true. */
export async function useRecoveryCode(on: Queryable, accountId: string, code: string): Promise<boolean> {
  const { rowCount } = await on.query('delete from recovery_codes where account_id = $1 and hash = $2', [
    accountId,
    hashOf(accountId, code.slice(0, 100)),
  ])
  return rowCount === 1
}
