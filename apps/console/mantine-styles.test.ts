import { expect, test } from 'vitest'
import { faultsOf } from './mantine-styles.ts'

test('each part that is drawn has its style sheet, and no other is loaded', () => {
  expect(faultsOf(new Set(['Button', 'Input']), ['Input', 'Button'])).toEqual([])
  expect(faultsOf(new Set(['Button', 'Table']), ['Button', 'Input'])).toEqual([
    "Mantine's Table is drawn, but its style sheet is not named in mantine-styles.ts.",
    "Mantine's Input is not drawn any more: take its style sheet out of mantine-styles.ts.",
  ])
})
