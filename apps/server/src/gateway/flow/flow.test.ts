import { expect, test } from 'vitest'
import { openBatches } from './batches.ts'
import { openLanes } from './lanes.ts'
import { openQuota } from './quota.ts'

test('a sender beyond its burst waits for its pace, others do not wait', () => {
  let now = 0
  const quota = openQuota({ perSecond: 10, burst: 3 }, () => now)
  const waits = Array.from({ length: 5 }, () => quota.reserve('noisy'))
  expect(waits).toEqual([0, 0, 0, 100, 200])
  expect(quota.reserve('quiet')).toBe(0)
  now += 500
  expect([quota.admits('noisy'), quota.admits('noisy'), quota.admits('noisy'), quota.admits('noisy')]).toEqual([
    true,
    true,
    true,
    false,
  ])
  now += 3_600_000
  expect(Array.from({ length: 4 }, () => quota.admits('noisy'))).toEqual([true, true, true, false])
})

test('a place that was not used is given back', () => {
  const quota = openQuota({ perSecond: 1, burst: 1 }, () => 0)
  quota.reserve('a')
  quota.giveBack('a')
  expect(quota.reserve('a')).toBe(0)
})

test('work of one key is done in order, that of different keys side by side and in turns', async () => {
  const lanes = openLanes(2)
  const began: string[] = []
  const end = new Map<string, () => void>()
  const add = (key: string, name: string): void =>
    lanes.add(key, () => {
      began.push(name)
      return new Promise((done) => end.set(name, done))
    })
  for (const name of ['a1', 'a2', 'a3']) add('a', name)
  add('b', 'b1')
  add('c', 'c1')
  expect(began).toEqual(['a1', 'b1'])
  end.get('a1')?.()
  await expect.poll(() => began).toEqual(['a1', 'b1', 'c1'])
  end.get('b1')?.()
  await expect.poll(() => began).toEqual(['a1', 'b1', 'c1', 'a2'])
  end.get('c1')?.()
  end.get('a2')?.()
  await expect.poll(() => began).toEqual(['a1', 'b1', 'c1', 'a2', 'a3'])
})

/** Items are named by their key, their place and a number; `!` must be alone in its batch. */
function batchesOf(limits: { atOnce: number; itemsAtMost: number; ofKeyAtMost: number }) {
  const began: string[] = []
  const ends: (() => void)[] = []
  const batches = openBatches<string>({
    ...limits,
    placeOf: (item) => (item.endsWith('!') ? null : item.slice(0, 2)),
    work(items) {
      began.push(items.join(' '))
      return new Promise((done) => ends.push(done))
    },
  })
  const add = (...items: string[]): void => items.forEach((item) => batches.add(item.slice(0, 1), item))
  return { began, add, end: () => ends.shift()?.() }
}

test('what waits is done together: of each place one, and of each key in its order', async () => {
  const { began, add, end } = batchesOf({ atOnce: 1, itemsAtMost: 4, ofKeyAtMost: 3 })
  add('a1-1', 'a1-2', 'a2-1', 'a1-3', 'b1-1', 'b2-1', 'c1-1')
  expect(began).toEqual(['a1-1'])
  end()
  await expect.poll(() => began.at(-1)).toBe('b1-1 b2-1 c1-1 a1-2')
  end()
  await expect.poll(() => began.at(-1)).toBe('a2-1 a1-3')
})

test('what must be alone in its batch is, and what comes after it waits for it', async () => {
  const { began, add, end } = batchesOf({ atOnce: 1, itemsAtMost: 9, ofKeyAtMost: 9 })
  add('z1-1', 'a1-1', 'a1!', 'a2-1', 'b1!', 'b2-1', 'c1-1')
  const all = ['z1-1', 'a1-1 c1-1', 'b1!', 'a1!', 'b2-1 a2-1']
  for (let n = 1; n < all.length; n++) {
    end()
    await expect.poll(() => began.length).toBe(n + 1)
  }
  expect(began).toEqual(all)
})

test('keys that are in work wait, others begin beside them; a key with much to do leaves room', async () => {
  const { began, add, end } = batchesOf({ atOnce: 2, itemsAtMost: 9, ofKeyAtMost: 2 })
  add('a1-1', 'b1-1', 'a2-1', 'a3-1', 'a4-1', 'c1-1')
  expect(began).toEqual(['a1-1', 'b1-1'])
  end()
  await expect.poll(() => began.at(-1)).toBe('c1-1 a2-1 a3-1')
})
