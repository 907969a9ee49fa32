import { currentCost, hashPassword, verifyPassword } from '@wheelhouse/db/passwords.ts'
import type { PasswordCost } from '@wheelhouse/db/passwords.ts'
import { Unavailable } from './unavailable.ts'

export interface Hashing {
  hash(password: string): Promise<string>
  /** Takes equally long with and without a hash. */
  verify(password: string, hash: string | null): Promise<boolean>
}

export interface HashingOptions {
  atOnce?: number
  waitingAtMost?: number
  cost?: PasswordCost
}

/**
 * Each hash at the usual cost takes 19 MiB and a whole core, so only two run at once. The others are queued, and refused when
 * the queue is too long.
 */
export function openHashing({ atOnce = 2, waitingAtMost = 100, cost = currentCost }: HashingOptions = {}): Hashing {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async (): Promise<void> => {
    if (running < atOnce) return void running++
    if (waiting.length >= waitingAtMost) throw new Unavailable('too many passwords are being checked')
    // The finishing request passes its slot on directly, so that no other request can take it in between.
    await new Promise<void>((next) => waiting.push(next))
  }
  const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
    await turn()
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
  return {
    hash: (password) => inTurn(() => hashPassword(password, cost)),
    verify: (password, hash) => inTurn(() => verifyPassword(password, hash, cost)),
  }
}
