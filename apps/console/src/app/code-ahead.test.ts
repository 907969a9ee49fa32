import { afterEach, expect, test, vi } from 'vitest'
import { loadCodeAhead } from './code-ahead.ts'

afterEach(() => void vi.useRealTimers())

/** Links are events here: each says which path it leads to. */
function page() {
  vi.useFakeTimers()
  const target = new EventTarget()
  const loaded: string[] = []
  let path: string | null = null
  loadCodeAhead(
    target,
    () => path,
    (one) => void loaded.push(one),
  )
  const point = (type: string, at: string | null): void => {
    path = at
    target.dispatchEvent(new Event(type))
  }
  return { loaded, point }
}

test('the code of a screen is asked for while the pointer rests on a link to it', () => {
  const { loaded, point } = page()
  point('pointerover', '/payments')
  expect(loaded).toEqual([])
  vi.advanceTimersByTime(60)
  expect(loaded).toEqual(['/payments'])
})

test('a pointer that passes over links asks for nothing', () => {
  const { loaded, point } = page()
  for (const path of ['/payments', '/reports', null]) {
    point('pointerover', path)
    vi.advanceTimersByTime(20)
  }
  vi.advanceTimersByTime(1_000)
  expect(loaded).toEqual([])
})

test('a press, or the touch of a finger, asks at once', () => {
  const { loaded, point } = page()
  point('pointerdown', null)
  point('pointerdown', '/commands')
  expect(loaded).toEqual(['/commands'])
})
