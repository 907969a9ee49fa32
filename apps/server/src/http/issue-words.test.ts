import { expect, test } from 'vitest'
import * as z from 'zod'
import { requiredLine } from '@wheelhouse/contract/texts.ts'
import { invalid } from './errors.ts'
import { issueWords } from './issue-words.ts'

const Body = z.strictObject({
  label: requiredLine('Label', 3, 64),
  status: z.enum(['demo', 'launched']),
  country: z.enum(Array.from({ length: 13 }, (_, n) => `c${n}`)),
  limit: z.number().int().max(500),
  device_ids: z.array(z.uuid()).max(2),
  names: z.array(z.string()).min(1).optional(),
  from: z.iso.datetime().optional(),
  contact: z
    .string()
    .refine((text) => text.startsWith('+'), 'Start with the country code')
    .optional(),
})
const good = { label: 'Gate', status: 'demo', country: 'c1', limit: 1, device_ids: [] }
const refusal = (body: unknown) => {
  const { fields, message } = invalid('invalid_body', Body.safeParse(body, { error: issueWords }).error as z.ZodError)
  return [fields.field, message]
}

test.each([
  [{ label: undefined }, 'label', 'Label is required'],
  [{ label: 'ab' }, 'label', 'Label: at least 3 characters'],
  [{ status: undefined }, 'status', 'Status is required'],
  [{ status: 'gone' }, 'status', 'Status: one of demo, launched'],
  [{ country: 'XX' }, 'country', 'Country: there is no such value'],
  [{ limit: '1' }, 'limit', 'Limit: a number'],
  [{ limit: 501 }, 'limit', 'Limit: at most 500'],
  [{ limit: 1.5 }, 'limit', 'Limit: a whole number'],
  [{ device_ids: ['a'] }, 'device_ids.0', 'Device IDs: not a valid ID'],
  [{ device_ids: ['a', 'b', 'c'].map(() => crypto.randomUUID()) }, 'device_ids', 'Device IDs: at most 2 items'],
  [{ device_ids: undefined }, 'device_ids', 'Device IDs are required'],
  [{ names: [] }, 'names', 'Names: at least 1 item'],
  [{ from: 'yesterday' }, 'from', 'From: a time such as 2026-03-01T08:30:00.000Z'],
  [{ contact: '555' }, 'contact', 'contact: Start with the country code'],
  [{ colour: 'red' }, undefined, 'There is no field colour'],
])('plain words: %j is refused with the field once', (wrong, field, words) => {
  expect(refusal({ ...good, ...wrong })).toEqual([field, words])
})

test('a body that is none', () => {
  expect(refusal(null)).toEqual([undefined, 'The body must be an object'])
})
