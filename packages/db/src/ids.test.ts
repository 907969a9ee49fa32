import { expect, test } from 'vitest'
import { timeOfId, uuidv7, uuidv7At, uuidv7Floor } from './ids.ts'

test('ids sort by creation time', () => {
  const ids = Array.from({ length: 1000 }, () => uuidv7())
  expect(ids.toSorted()).toEqual(ids)
  expect(Math.abs(timeOfId(ids[0] ?? '') - Date.now())).toBeLessThan(5_000)
})

test('an id created for a past time carries that time and is not below its floor', () => {
  const ms = Date.parse('2026-08-01T10:00:00.123Z')
  const id = uuidv7At(ms)
  expect(timeOfId(id)).toBe(ms)
  expect(uuidv7Floor(ms) <= id && id < uuidv7Floor(ms + 1)).toBe(true)
})
