import { expect, test } from 'vitest'
import * as z from 'zod'
import { schemaText } from './schema-text.ts'

const isShort = (text: string): boolean => text.length < 3
const find = (called: unknown) => (called === isShort ? { name: 'isShort', file: '/contract/words.ts' } : undefined)

test('a schema becomes a call of valibot and names what it takes', () => {
  const { text, valibot, functions } = schemaText(z.string().trim().max(3).refine(isShort).optional(), find)
  expect(text).toBe('v_optional(v_pipe(v_string(), v_trim(), v_maxCodePoints(3), v_check(f_isShort)))')
  expect([...valibot].toSorted()).toEqual(['check', 'maxCodePoints', 'optional', 'pipe', 'string', 'trim'])
  expect([...functions.keys()]).toEqual(['isShort'])
})

test.each([
  ['a kind that it does not know', z.date()],
  ['a check that it does not know', z.array(z.string()).min(1).and(z.array(z.string()))],
  ['a format that asks more than its pattern', z.ipv6()],
  ['a text that is made of anything', z.coerce.string()],
  ['a change of a text that it does not know', z.string().toUpperCase()],
  ['a rule that no file of the contract exports', z.string().refine((text) => text !== '')],
  ['a change that no file of the contract exports', z.string().transform((text) => text.length)],
])('%s ends the build, so that nothing is read in another way than declared', (_, schema) => {
  expect(() => schemaText(schema, find)).toThrow(/at the start/)
})
