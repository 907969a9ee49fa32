import { V7Generator, UUID, uuidv7 } from 'uuidv7'

/** A new id; ids sort by creation time, strictly so within a process. */
export { uuidv7 }

/** An id as if created at that time (epoch ms), for the past of a seed; `random` makes it repeatable. */
export function uuidv7At(ms: number, random?: { nextUint32(): number }): string {
  return new V7Generator(random).generateOrResetWithTs(ms).toString()
}

/** Ids for given times, ascending within a millisecond in the order of the calls. */
export function idsInOrder(): (ms: number) => string {
  const generator = new V7Generator()
  return (ms) => generator.generateOrResetWithTs(ms).toString()
}

/** The smallest id of that millisecond: `id >= uuidv7Floor(from)` selects a period and prunes partitions. */
export function uuidv7Floor(ms: number): string {
  return UUID.fromFieldsV7(ms, 0, 0, 0).toString()
}

/** Returns the epoch ms at which an id was created. */
export function timeOfId(id: string): number {
  return Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
}
