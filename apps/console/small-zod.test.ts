import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { formatMethodsIn, withoutFormatMethods } from './small-zod.ts'

const root = join(import.meta.dirname, '..', '..')

test('the classes of zod lose the formats of a string and keep its other methods', () => {
  const code = readFileSync(join(root, 'node_modules/zod/v4/classic/schemas.js'), 'utf8')
  const small = withoutFormatMethods(code)
  expect(small.length).toBeLessThan(code.length - 2_000)
  expect(small).not.toContain('core._email(ZodEmail, params));')
  for (const kept of ['    trim() {', '    regex(...args) {', 'export function email(params)'])
    expect(small).toContain(kept)
})

test('no schema asks for a format by a method of a string', () => {
  const files = ['packages/contract/src', 'apps/console/src'].flatMap((folder) =>
    globSync(join(root, folder, '**/*.{ts,tsx}')),
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter((file) => formatMethodsIn(readFileSync(file, 'utf8')).length > 0)).toEqual([])
})

test('planted: such a method is found, also at the end of a chain', () => {
  expect(formatMethodsIn("z.string().trim().max(254, 'x (y)').email('No')")).toHaveLength(1)
  expect(formatMethodsIn('z\n  .string()\n  .datetime()')).toHaveLength(1)
  expect(formatMethodsIn("z.string().trim().max(254).pipe(z.email('No'))")).toHaveLength(0)
})
