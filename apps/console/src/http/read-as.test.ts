import * as v from 'valibot'
import { expect, test } from 'vitest'
import * as z from 'zod'
import { readAs } from './read-as.ts'

test('a value is read by a schema of either library, and is undefined where it does not fit', () => {
  for (const schema of [z.object({ name: z.string() }), v.object({ name: v.string() })]) {
    expect(readAs(schema, { name: 'Balti jaam', more: 1 })).toStrictEqual({ name: 'Balti jaam' })
    expect(readAs(schema, { name: 1 })).toBeUndefined()
    expect(readAs(schema, null)).toBeUndefined()
  }
})
