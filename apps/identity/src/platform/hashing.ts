import { hashPassword, verifyPassword } from '@wheelhouse/db/passwords.ts'
import { Unavailable } from './unavailable.ts'

export interface Hashing {
  hash(password: string): Promise<string>
  /** As long without a hash as with one. */
  verify(password: string, hash: string | null): Promise<boolean>
}

// 19 MiB and a core's full attention each: a flood waits in line, and a line that is too long is sent away.
const atOnce = 2
const waitingAtMost = 100

export function openHashing(limits: { atOnce: number; waitingAtMost: number } = { atOnce, waitingAtMost }): Hashing {
  const waiting: (() => void)[] = []
  let running = 0
  const turn = async (): Promise<void> => {
    if (running < limits.atOnce) return void running++
    if (waiting.length >= limits.waitingAtMost) throw new Unavailable('too many passwords are being checked')
    // Whoever ends hands the place over, so that nobody slips in between.
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
