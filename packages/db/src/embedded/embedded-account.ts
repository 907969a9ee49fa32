import { execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { dirname } from 'node:path'

/** The account that runs PostgreSQL. Without ids it is the account of this process. */
export interface Account {
  uid?: number
  gid?: number
}

/** Shown as one sentence to the person who starts the product. */
export class EmbeddedPostgresError extends Error {}

/**
 * PostgreSQL refuses uid 0, so root uses another account: the one that already owns the data, else `postgres`, else
 * `nobody`.
 */
export function accountFor(dataDir: string): Account {
  if (process.getuid?.() !== 0) return {}
  const owner = statSync(dataDir, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  const account = accountNamed('postgres') ?? accountNamed('_postgres') ?? accountNamed('nobody')
  if (!account)
    throw new EmbeddedPostgresError(
      'PostgreSQL does not run as root, and there is no user postgres or nobody; start as an ordinary user.',
    )
  return account
}

function accountNamed(name: string): Account | undefined {
  try {
    const ask = (flag: string) =>
      Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'], encoding: 'utf8' }))
    return { uid: ask('-u'), gid: ask('-g') }
  } catch {
    return undefined
  }
}

/** Whether the account can enter every folder above the path (a home or a CI's clone is often closed to others). */
export function canReach(path: string, account: Account): boolean {
  if (account.uid === undefined) return true
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const stat = statSync(folder)
    const groupBit = stat.gid === account.gid ? 0o010 : 0o001
    const bit = stat.uid === account.uid ? 0o100 : groupBit
    if ((stat.mode & bit) === 0) return false
    if (folder === dirname(folder)) return true
  }
}
