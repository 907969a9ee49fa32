import { hashPassword, verifyPassword } from '@wheelhouse/db/passwords.ts'
import { Unavailable } from './unavailable.ts'

export interface Hashing {
  hash(password: string): Promise<string>
  /** Takes equally long with and without a hash. */
  verify(password: string, hash: string | null): Promise<boolean>
}

// Each hash takes 19 MiB and a whole core, so requests are queued, and refused when the queue is too long.
const atOnce = 2
const waitingAtMost = 100

export function openHashing(limits: { atOnce: number; waitingAtMost: number } = { atOnce, waitingAtMost }): Hashing {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async (): Promise<void> => {
    if (running < limits.atOnce) return void running++
    if (waiting.length >= limits.waitingAtMost) throw new Unavailable('too many passwords are being checked')
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
    hash: (password) => inTurn(() => hashPassword(password)),
    verify: (password, hash) => inTurn(() => verifyPassword(password, hash)),
  }
}
