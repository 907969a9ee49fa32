import { expect, test } from 'vitest'
import { changesBetween } from './changed-meanwhile.tsx'

interface Thing {
  label: string
  code: string | null
  beats: number
}
const fields = [
  { label: 'Label', of: ({ label }: Thing) => label },
  { label: 'Code', of: ({ code }: Thing) => code },
]

test('values, concurrency: a question tells what someone else changed of what it shows, and nothing else', () => {
  const before = { label: 'Balti jaam', code: null, beats: 1 }
  expect(changesBetween(before, { label: 'Balti jaam', code: 'ABC', beats: 2 }, fields)).toEqual([
    { label: 'Code', before: '–', now: 'ABC' },
  ])
  expect(changesBetween(before, { ...before, beats: 3 }, fields)).toEqual([])
})
