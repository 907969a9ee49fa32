import { expect, test } from 'vitest'
import { twoAtATime } from './figures.ts'

const wait = () => new Promise((done) => setImmediate(done))

test('two are read at a time, and what they read is in their order', async () => {
  let running = 0
  let most = 0
  const read = (value: number) => async () => {
    most = Math.max(most, ++running)
    await wait()
    running--
    return value
  }
  expect(await twoAtATime([1, 2, 3, 4, 5].map(read))).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
})

test('after a failure none begins', async () => {
  const begun: number[] = []
  const read = (value: number) => async () => {
    begun.push(value)
    await wait()
    if (value === 2) throw new Error('refused')
  }
  await expect(twoAtATime([1, 2, 3, 4, 5, 6].map(read))).rejects.toThrow('refused')
  await wait()
  await wait()
  expect(begun.length).toBeLessThan(5)
})
