import { expect, test } from 'vitest'
import { createThrottle } from './throttle.ts'

/** A clock that is moved by hand, and a call whose reply takes `tookMs` of it. */
function stage() {
  let now = 0
  let timers: { at: number; work: () => void }[] = []
  const asked: number[] = []
  let reply: () => void = () => undefined
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }
  const throttle = createThrottle({
    work: () => {
      asked.push(now)
      return new Promise<void>((resolve) => (reply = resolve))
    },
    now: () => now,
    after: (ms, work) => {
      const timer = { at: now + ms, work }
      timers.push(timer)
      return () => (timers = timers.filter((one) => one !== timer))
    },
  })
  return {
    throttle,
    asked,
    pass: async (ms: number) => {
      now += ms
      const due = timers.filter(({ at }) => at <= now)
      timers = timers.filter(({ at }) => at > now)
      for (const { work } of due) work()
      await settle()
    },
    reply: async () => {
      reply()
      await settle()
    },
  }
}

test('the first change is asked for at once, those that follow together after a second', async () => {
  const { throttle, asked, pass, reply } = stage()
  throttle.request()
  await pass(0)
  await reply()
  throttle.request()
  throttle.request()
  await pass(999)
  expect(asked).toEqual([0])
  await pass(1)
  expect(asked).toEqual([0, 1_000])
  await reply()
  await pass(5_000)
  expect(asked, 'nothing changed since').toEqual([0, 1_000])
  throttle.request()
  await pass(0)
  expect(asked, 'after a quiet time at once').toEqual([0, 1_000, 6_000])
})

test('a change during a request is asked for after its reply', async () => {
  const { throttle, asked, pass, reply } = stage()
  throttle.request()
  await pass(0)
  throttle.request()
  await pass(50)
  expect(asked, 'one request at a time').toEqual([0])
  await reply()
  await pass(950)
  expect(asked).toEqual([0, 1_000])
})

test.each([
  ['cheap', 20, 1_000],
  ['one that takes half a second', 500, 5_000],
  ['one that takes longer than any pause', 30_000, 30_000],
])(
  'a reply that is %s takes at most a tenth of the time, and never more than ten seconds',
  async (_what, took, next) => {
    const { throttle, asked, pass, reply } = stage()
    throttle.request()
    await pass(0)
    await pass(took)
    await reply()
    throttle.request()
    await pass(Math.max(0, next - took - 1))
    expect(asked).toHaveLength(took < next ? 1 : 2)
    await pass(1)
    expect(asked).toHaveLength(2)
  },
)

test('nothing is asked for after the end', async () => {
  const { throttle, asked, pass, reply } = stage()
  throttle.request()
  await pass(0)
  await reply()
  throttle.request()
  throttle.end()
  await pass(10_000)
  throttle.request()
  await pass(10_000)
  expect(asked).toEqual([0])
})
