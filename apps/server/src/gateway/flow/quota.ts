export interface Pace {
  perSecond: number
  /** Messages that may come at once, for a mesh that returns after an outage. */
  burst: number
}

export interface Quota {
  /** Takes one message into the sender's share and returns the milliseconds for which it has to wait, or 0. */
  reserve(id: string): number
  /** Takes one message only if it does not have to wait. */
  admits(id: string): boolean
  giveBack(id: string): void
}

interface Share {
  left: number
  at: number
}

/**
 * A token bucket for each sender. It survives a new connection of the sender, which would otherwise start with a full
 * bucket each time.
 */
export function openQuota({ perSecond, burst }: Pace, now: () => number = () => performance.now()): Quota {
  const shares = new Map<string, Share>()
  const current = (id: string): Share => {
    const share = shares.get(id) ?? { left: burst, at: now() }
    const at = now()
    share.left = Math.min(burst, share.left + ((at - share.at) * perSecond) / 1000)
    share.at = at
    shares.set(id, share)
    return share
  }
  return {
    reserve(id) {
      const share = current(id)
      share.left--
      return share.left >= 0 ? 0 : Math.ceil((-share.left * 1000) / perSecond)
    },
    admits(id) {
      const share = current(id)
      if (share.left < 1) return false
      share.left--
      return true
    },
    giveBack: (id) => void current(id).left++,
  }
}
