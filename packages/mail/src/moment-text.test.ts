import { expect, test } from 'vitest'
import { momentText } from './moment-text.ts'

test('a moment in a text to people names its clock, and midnight begins the day', () => {
  const at = new Date('2026-11-27T22:00:00.000Z')
  expect(momentText(at)).toBe('Nov 27, 2026, 22:00 UTC')
  expect(momentText(at, 'Europe/Tallinn')).toBe('Nov 28, 2026, 00:00 GMT+2')
  expect(momentText(at, 'America/New_York')).toBe('Nov 27, 2026, 17:00 EST')
})
