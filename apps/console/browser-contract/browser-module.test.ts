import { expect, test } from 'vitest'
import * as z from 'zod'
import { browserModule } from './browser-module.ts'
import { contractFile } from './contract-files.ts'
import type { ContractFile } from './contract-files.ts'
import { fatesOf } from './needs-schema.ts'
import { schemasModule } from './schemas-module.ts'

const words = contractFile(
  '/c/words.ts',
  `import * as z from 'zod'
const short = 3
export const line = (label) => z.string(label).max(short)
export const isShort = (text) => text.length < short
export const sizes = ['small', 'large']
export const Size = z.enum(sizes)`,
  { line: () => undefined, isShort: () => undefined, sizes: ['small', 'large'], Size: z.enum(['small', 'large']) },
)
const common = { method: 'POST', path: '/things', access: { signed_in: 'a reason' }, says: { failed: 'Failed' } }
const things = contractFile(
  '/c/things.ts',
  `import { line, isShort, Size } from './words.ts'
import { route } from './route.ts'
const Name = line('Name')
export const named = (text) => Name.parse(text)
export const isNamed = (text) => isShort(text)
export const chosen = Size.options
export const plain = [1, 2]
export const create = route({ method: 'POST', path: '/things', summary: 'New', access: { signed_in: 'a reason' }, body: Name })
export const again = create`,
  {
    named: () => '',
    isNamed: () => true,
    chosen: ['small', 'large'],
    plain: [1, 2],
    create: { ...common, body: z.string() },
    again: common,
  },
)

function inBrowser(file: ContractFile): string {
  const fates = fatesOf(new Map([words, things].map((one) => [one.file, one])), () => false)
  const fate = fates.get(file.file)
  if (fate === undefined) throw new Error('There is no such file')
  return browserModule(file, fate, () => undefined, `${file.file}?schemas`)
}

test('a schema, and a function that needs one, come from the file with schemas; the others stay', () => {
  const text = inBrowser(words)
  expect(text).toContain('export { line, Size } from "/c/words.ts?schemas"')
  expect(text).toContain('export const isShort = (text) => text.length < short')
  expect(text).toContain("export const sizes = ['small', 'large']")
  expect(text).not.toContain('zod')
})

test('what needs a schema of another file needs one, however far away it is', () => {
  const text = inBrowser(things)
  expect(text).toContain('export { named } from "/c/things.ts?schemas"')
  expect(text).toContain('export const isNamed = (text) => isShort(text)')
  expect(text).not.toContain('const Name')
})

test('a call, and data that a schema made, are written as their values', () => {
  const text = inBrowser(things)
  expect(text).toMatch(/export const create = .*"path": "\/things", "access": \{"signed_in":""\}/)
  expect(text).not.toMatch(/a reason|summary|body/)
  expect(text).toMatch(/export const chosen = .*\["small", "large"\]/)
  expect(text).toMatch(/export const again = create/)
})

test('with schemas, a call keeps its body alone, and the file imports files with schemas', () => {
  const text = schemasModule(things, '?schemas')
  expect(text).toContain("from './words.ts?schemas'")
  expect(text).toContain('route({ body: Name })')
})
