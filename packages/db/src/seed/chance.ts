import { uuidv7At } from '../ids.ts'

/** Repeatable chance: the same name gives the same sequence, and no part of the seed influences another. */
export interface Chance {
  /** At least 0 and less than 1. */
  next(): number
  nextUint32(): number
  /** Both ends included. */
  int(least: number, most: number): number
  between(least: number, most: number): number
  is(probability: number): boolean
  pick<T>(list: readonly T[]): T
  /** Bytes as upper-case hexadecimal. */
  hex(bytes: number): string
  /** An id as if created at that time (epoch ms). */
  id(at: number): string
}

const demonstrationSeed = 0x57484545

export function chanceOf(name: string, seed = demonstrationSeed): Chance {
  const nextUint32 = smallFast(seed, hashOf(name))
  const next = () => nextUint32() / 2 ** 32
  const int = (least: number, most: number) => least + Math.floor(next() * (most - least + 1))
  return {
    next,
    nextUint32,
    int,
    between: (least, most) => least + next() * (most - least),
    is: (probability) => next() < probability,
    pick<T>(list: readonly T[]): T {
      if (list.length === 0) throw new Error('There is nothing to pick from')
      // The index is within the list, whose items may be undefined themselves.
      return list[int(0, list.length - 1)] as T
    },
    hex: (bytes) =>
      Array.from({ length: bytes }, () => int(0, 255).toString(16).padStart(2, '0'))
        .join('')
        .toUpperCase(),
    id: (at) => uuidv7At(at, { nextUint32 }),
  }
}

/** sfc32: 128 bits of state, so that tens of thousands of ids do not collide. */
function smallFast(seed: number, name: number): () => number {
  let [a, b, c, counter] = [seed | 0, name | 0, 0x9e3779b9 | 0, 1]
  const step = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = (c << 21) | (c >>> 11)
    c = (c + sum) | 0
    return sum >>> 0
  }
  for (let round = 0; round < 15; round++) step()
  return step
}

function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193)
  return hash >>> 0
}

/** The value of the first entry above `lot` (0 to 1); the last entry takes the rest. */
export function valueAt<T>(lot: number, entries: readonly (readonly [below: number, value: T])[]): T {
  const entry = entries.find(([below]) => lot < below) ?? entries.at(-1)
  if (!entry) throw new Error('valueAt needs an entry')
  return entry[1]
}
