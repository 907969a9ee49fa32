/** One counter per hardware for heartbeats and events that only increases: boot count times 2^32, plus n. */
export const maxSeq = Number.MAX_SAFE_INTEGER
export const seqsPerBoot = 2 ** 32
/** A larger leap is refused and counted, so that one bad message cannot block a device for ever. */
export const maxSeqJump = 2 ** 40

export const seqOf = (bootCount: number, n: number): number => bootCount * seqsPerBoot + n

export type SeqVerdict = 'newer' | 'duplicate' | 'older' | 'jump'

/** `last` is the highest applied seq; with null or 0 any seq is newer, however long the device has been running. */
export function acceptSeq(last: number | null, seq: number): SeqVerdict {
  if (last === null || last === 0) return 'newer'
  if (seq - last > maxSeqJump) return 'jump'
  if (seq > last) return 'newer'
  return seq === last ? 'duplicate' : 'older'
}
