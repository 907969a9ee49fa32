import { expect, test } from 'vitest'
import { lookOf, statusStyles } from './status-styles.ts'

test('every value has exactly one picture and a word', () => {
  for (const [family, looks] of Object.entries(statusStyles)) {
    for (const [value, look] of Object.entries(looks)) {
      const pictures = ['icon', 'dock', 'health', 'heartbeat'].filter((picture) => picture in look)
      expect(pictures, `${family} ${value}`).toHaveLength(1)
      expect(look.word, `${family} ${value}`).not.toBe('')
    }
  }
})

test('a value that is not known is shown as it is', () => {
  expect(lookOf('payment', 'held_by_bank')).toMatchObject({ word: 'held by bank', tone: 'dim' })
})
