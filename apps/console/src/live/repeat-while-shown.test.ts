import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { useApp } from '../stores/app-store.ts'
import { repeatWhileShown } from './repeat-while-shown.ts'

const everyMs = 60_000
let calls = 0
let stop: () => void

beforeEach(() => {
  vi.useFakeTimers()
  useApp.setState({ isVisible: true, isOnline: true })
  calls = 0
  stop = repeatWhileShown(() => void calls++, everyMs)
})
afterEach(() => {
  stop()
  useApp.setState({ isVisible: true, isOnline: true })
  vi.useRealTimers()
})

test('it is called each minute, until it is stopped', () => {
  vi.advanceTimersByTime(3 * everyMs)
  expect(calls).toBe(3)
  stop()
  vi.advanceTimersByTime(3 * everyMs)
  expect(calls).toBe(3)
})

test.each([
  ['hidden', { isVisible: false }, { isVisible: true }],
  ['offline', { isOnline: false }, { isOnline: true }],
])('screens, start: it pauses while the page is %s, and catches up once', (_name, away, back) => {
  useApp.setState(away)
  vi.advanceTimersByTime(5 * everyMs)
  expect(calls).toBe(0)
  useApp.setState(back)
  expect(calls).toBe(1)
  vi.advanceTimersByTime(everyMs)
  expect(calls).toBe(2)
})

test('a page that was hidden for a moment keeps its minute', () => {
  vi.advanceTimersByTime(everyMs / 2)
  useApp.setState({ isVisible: false })
  useApp.setState({ isVisible: true })
  expect(calls).toBe(0)
  vi.advanceTimersByTime(everyMs / 2)
  expect(calls).toBe(1)
})
