import { expect, test } from 'vitest'
import { recognise } from '@wheelhouse/contract/find-user/recognise.ts'
import { textKind } from './text-kind.ts'

const phoneOf = (text: string): string | null => (text.replace(/\D/g, '').length > 10 ? text : null)

test.each([
  ['+372 5123 4567', 'contact'],
  ['0037251234567', 'contact'],
  ['+372 512', 'contact'],
  ['mari.tamm@riders.test', 'contact'],
  ['mari@', 'contact'],
  ['274913', 'key'],
  ['04A2B1C9', 'key'],
  ['0077771209', 'key'],
  ['Mari Tamm', 'person'],
  ['019a4c1e-0000-7000-8000-00000000cafe', 'person'],
  ['123456/07', 'other'],
  ['TLN-104', 'other'],
  ['S-104', 'other'],
  ['123456', 'other'],
])('decision 26: beside a person, %j is: %s', (text, kind) => {
  expect(textKind(text, recognise(text, { phoneOf, rfidFormat: 'hex' }))).toBe(kind)
})
