import { openQuota } from './quota.ts'

/** Says whether an event of this hardware that changes nothing is worth another entry of the history. */
export interface HistoryPace {
  admits(hardwareId: string): boolean
}

/** A door that is used all day stays well below; a broken contact does not fill the history for good. */
const usualPace = { perSecond: 0.2, burst: 60 }

export const openHistoryPace = (now?: () => number): HistoryPace => openQuota(usualPace, now)

/** Every event becomes an entry. */
export const wholeHistory: HistoryPace = { admits: () => true }
