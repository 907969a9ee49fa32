import { expect, test } from 'vitest'
import { createTabTurns } from './tab-lock.ts'

// Node has the browser's own lock service.
const locks = navigator.locks

test('work of several tabs comes one after the other', async () => {
  const [one, other] = [createTabTurns(locks), createTabTurns(locks)]
  const seen: string[] = []
  const gate = Promise.withResolvers<void>()
  const first = one(async () => {
    seen.push('first begins')
    await gate.promise
    seen.push('first ends')
  })
  const second = other(async () => void seen.push('second'))
  gate.resolve()
  await Promise.all([first, second])
  expect(seen).toEqual(['first begins', 'first ends', 'second'])
})

test('a tab that never ends its turn holds nobody up for ever', async () => {
  const frozen = Promise.withResolvers<void>()
  const held = createTabTurns(locks)(() => frozen.promise)
  expect(await createTabTurns(locks, 10)(async () => 'went on')).toBe('went on')
  frozen.resolve()
  await held
})

test('the caller receives the error of the work, once', async () => {
  let count = 0
  const failing = createTabTurns(locks)(async () => {
    count++
    throw new DOMException('no', 'AbortError')
  })
  await expect(failing).rejects.toThrow('no')
  expect(count).toBe(1)
})

test('without a lock service each tab works by itself', async () => {
  expect(await createTabTurns(undefined)(async () => 1)).toBe(1)
})
