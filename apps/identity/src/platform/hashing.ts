import { currentCost, hashPassword, verifyPassword } from '@wheelhouse/db/passwords.ts'
import type { PasswordCost } from '@wheelhouse/db/passwords.ts'
import { Unavailable } from './unavailable.ts'

/** Whose turn it is: requests of one address wait for each other, not for those of another one. */
export interface Turn {
  share: string
  /** The account signed in on this browser before, so that a part of the queue is kept for it. */
  isKnown: boolean
}

export interface Hashing {
  hash(password: string): Promise<string>
  /** Takes equally long with and without a hash. */
  verify(password: string, hash: string | null, turn?: Turn): Promise<boolean>
}

export interface HashingOptions {
  atOnce?: number
  waitingAtMost?: number
  /** Of one address. */
  shareAtMost?: number
  /** Beyond `waitingAtMost`, for known browsers and for new passwords behind a link. */
  reserved?: number
  cost?: PasswordCost
}

const own: Turn = { share: '', isKnown: true }

/**
 * Each hash at the usual cost takes 19 MiB and a whole core, so only two run at once. The others are queued, and refused
 * when the queue is too long. Addresses take turns and have a share of the queue each, so that one of them cannot keep
 * everybody else out.
 */
export function openHashing(options: HashingOptions = {}): Hashing {
  const { atOnce = 2, waitingAtMost = 100, shareAtMost = 10, reserved = 20, cost = currentCost } = options
  const waiting = new Map<string, (() => void)[]>()
  let [running, queued] = [0, 0]
  const turn = async ({ share, isKnown }: Turn): Promise<void> => {
    if (running < atOnce) return void running++
    const line = waiting.get(share) ?? []
    const isFull = queued >= waitingAtMost + (isKnown ? reserved : 0)
    if (isFull || (!isKnown && line.length >= shareAtMost))
      throw new Unavailable('too many passwords are being checked')
    queued++
    // The finishing request passes its slot on directly, so that no other request can take it in between.
    await new Promise<void>((next) => waiting.set(share, [...line, next]))
  }
  const passOn = (): void => {
    const [share, line] = waiting.entries().next().value ?? []
    if (share === undefined || !line) return void running--
    waiting.delete(share)
    const [next, ...rest] = line
    if (rest.length > 0) waiting.set(share, rest)
    queued--
    next?.()
  }
  const inTurn = async <T>(of: Turn, work: () => Promise<T>): Promise<T> => {
    await turn(of)
    try {
      return await work()
    } finally {
      passOn()
    }
  }
  return {
    hash: (password) => inTurn(own, () => hashPassword(password, cost)),
    verify: (password, hash, of = own) => inTurn(of, () => verifyPassword(password, hash, cost)),
  }
}
