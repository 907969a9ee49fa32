import { expect, test } from 'vitest'
import { createRowCounter } from './export-rows.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

test('an export counts its rows without the line of heads', () => {
  const count = createRowCounter()
  expect(count.rows()).toBe(0)
  count.add(bytes('\uFEFFcode,label\r\n'))
  expect(count.rows()).toBe(0)
  count.add(bytes('104217,Balti jaam\r\n104218,Viru\r\n'))
  expect(count.rows()).toBe(2)
})

test('a break in a comment ends no row, wherever the bytes are cut', () => {
  const text = 'id,comment\r\n1,"two\r\nlines, and ""quotes"""\r\n2,plain\r\n'
  const count = createRowCounter()
  for (const byte of bytes(text)) count.add(Uint8Array.of(byte))
  expect(count.rows()).toBe(2)
})
