import { expect, test } from 'vitest'
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
