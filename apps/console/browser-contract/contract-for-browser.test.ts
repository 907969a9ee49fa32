import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import * as z from 'zod'
import { readAs } from '../src/http/read-as.ts'
import type { ReadSchema } from '../src/http/read-as.ts'
import { contractFolder, contractForBrowser, schemaAskedOf } from './contract-for-browser.ts'
import { readContract } from './contract-files.ts'
import type { Contract } from './contract-files.ts'
import { isList, isPlain, isRoute, isSchema } from './value-text.ts'

type Values = Readonly<Record<string, unknown>>

let contract: Contract
let folder = ''
/** What each file exports in the browser, by its path. */
let built: ReadonlyMap<string, Values>

/** The whole contract, built once in the way of the console. */
beforeAll(async () => {
  contract = await readContract(contractFolder)
  folder = await mkdtemp(join(tmpdir(), 'browser-contract-'))
  const files = [...contract.keys()]
  const entry = join(folder, 'entry.ts')
  await writeFile(entry, files.map((file, at) => `export * as file${at} from ${JSON.stringify(file)}`).join('\n'))
  await build({
    configFile: false,
    logLevel: 'silent',
    plugins: [contractForBrowser()],
    ssr: { noExternal: true },
    // `valibot` is found from here.
    root: import.meta.dirname,
    build: {
      ssr: entry,
      outDir: folder,
      emptyOutDir: false,
      rolldownOptions: { output: { entryFileNames: 'contract.mjs' } },
    },
  })
  const made: Record<string, Values> = await import(pathToFileURL(join(folder, 'contract.mjs')).href)
  built = new Map(files.map((file, at) => [file, made[`file${at}`] ?? {}]))
})
afterAll(() => rm(folder, { recursive: true }))

/** Every export of the contract as it is declared, and as the browser has it. */
const both = (): { name: string; declared: unknown; inBrowser: unknown }[] =>
  [...contract.values()].flatMap(({ file, values }) =>
    Object.entries(values).map(([name, declared]) => ({
      name: `${file.slice(contractFolder.length + 1)} ${name}`,
      declared,
      inBrowser: built.get(file)?.[name],
    })),
  )
const inBrowser = (file: string, name: string): unknown => built.get(join(contractFolder, file))?.[name]

test('the browser has every export', () => {
  expect(both().length).toBeGreaterThan(1_000)
  expect(
    both().flatMap((one) => (one.declared !== undefined && one.inBrowser === undefined ? [one.name] : [])),
  ).toEqual([])
})

test('calls, lists and data say in the browser what they say in the contract, without their schemas', () => {
  const plain = both().filter(({ declared }) => isPlain(declared))
  expect(plain.length).toBeGreaterThan(700)
  for (const { name, declared, inBrowser: had } of plain) expect(shape(had), name).toEqual(shape(declared))
})

const schemaKeys = ['params', 'query', 'body', 'reply', 'row', 'filter', 'summary']

/** Without schemas and summaries; of the calls that a call makes stale the address, of rights that are not asked no reason. */
function shape(value: unknown): unknown {
  if (isReadSchema(value)) return 'a schema'
  if (Array.isArray(value)) return value.map(shape)
  if (typeof value !== 'object' || value === null) return value
  const isCall = isRoute(value) || isList(value)
  const entries = Object.entries(value).filter(
    ([key, one]) => one !== undefined && !(isCall && schemaKeys.includes(key)),
  )
  return Object.fromEntries(entries.map(([key, one]) => [key, isCall ? partOfCall(key, one) : shape(one)]))
}

function partOfCall(key: string, value: unknown): unknown {
  if (key === 'changes') return z.array(z.object({ path: z.string() })).parse(value)
  if (key !== 'access') return shape(value)
  const access = Object.entries(z.looseObject({}).parse(value))
  return Object.fromEntries(access.map(([kind, one]) => [kind, typeof one === 'string' ? '' : one]))
}

/** What addresses say, well and badly. */
const id = '018F0000-0000-7000-8000-00000000000A'
const said = [
  [
    undefined,
    null,
    '',
    ' ',
    'yes',
    'no',
    'any',
    'all',
    'free',
    'charged',
    'Infinity',
    '😀'.repeat(60),
    '😀'.repeat(101),
    'x',
    ' EUR ',
    'EUR',
    'eur',
    '0',
    '1',
    '-1',
    '1.5',
    '100',
    '99999999',
    7,
    {},
    [],
    ['yes', 'x'],
  ],
  [id, id.toLowerCase(), id.replace('7000', '9000'), `${id}0`, '00000000-0000-0000-0000-000000000000'],
  [
    '2026-10-01',
    '2026-10-01..2026-10-31',
    '2026-02-30..2026-03-01',
    '2026-10-01T10:00:00.000Z',
    '2026-10-01T10:00:00Z',
  ],
  [
    '59.437,24.745',
    '59.4371234,24.745',
    '0123456789ab',
    '01:23:45:67:89:AB',
    'a'.repeat(64),
    'a'.repeat(300),
    [id, id],
  ],
].flat()

test('a filter understands in the browser what it understands in the contract', () => {
  const filters = both().flatMap(({ name, declared, inBrowser: had }) =>
    isList(declared) && isList(had)
      ? Object.entries(declared.filters).map(([key, filter]) => ({
          name: `${name} ${key}`,
          filter,
          had: had.filters[key],
        }))
      : [],
  )
  expect(filters.length).toBeGreaterThan(200)
  const understood = new Set<string>()
  for (const { name, filter, had } of filters) {
    const [one, other] = [schemaOf(filter), schemaOf(had)]
    const samples = [...said, ...wordsOf(one)]
    for (const value of samples) {
      const read = one && readAs(one, value)
      expect(other && readAs(other, value), `${name}: ${JSON.stringify(value)}`).toEqual(read)
      if (read !== undefined) understood.add(name)
    }
  }
  // A filter for which no sample fits would prove nothing.
  expect(filters.flatMap(({ name, filter }) => (schemaOf(filter) && !understood.has(name) ? [name] : []))).toEqual([])
})

const isReadSchema = (value: unknown): value is ReadSchema =>
  typeof value === 'object' && value !== null && '~standard' in value
/** What a filter reads its values by, if it is one that does. */
const schemaOf = (filter: unknown): ReadSchema | undefined =>
  Object.values(z.looseObject({}).parse(filter)).find(isReadSchema)
/** The words of an enumeration are samples as well. */
const wordsOf = (schema: unknown): readonly unknown[] => (schema instanceof z.ZodEnum ? schema.options : [])

test('the body of each call is the one that the contract declares', () => {
  const bodyOf = inBrowser('body-of.ts', 'bodyOf')
  if (typeof bodyOf !== 'function') throw new Error('The browser cannot ask for a body')
  const described = (schema: unknown) =>
    isSchema(schema) ? z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }) : null
  const calls = both().flatMap(({ name, declared, inBrowser: had }) =>
    isRoute(declared) && isSchema(declared.body) ? [{ name, body: declared.body, had }] : [],
  )
  expect(calls.length).toBeGreaterThan(100)
  for (const { name, body, had } of calls) expect(described(bodyOf(had)), name).toEqual(described(body))
})

test('what is read at the start is read the same', () => {
  const config = { client_id: 'a', default_scopes: ['x'] }
  const refusal = { error_code: 'forbidden', error_message: 'No', group: 'x' }
  const change = { type: 'location', id: 'a', location_id: null }
  const read = (name: string, value: unknown) =>
    both()
      .filter((one) => one.name.endsWith(` ${name}`))
      .map((one) => [one.declared, one.inBrowser].filter(isReadSchema).map((schema) => readAs(schema, value)))
  for (const [name, value] of [
    ['SingleError', refusal],
    ['SingleError', { error_code: 1 }],
    ['BatchError', { error_results: [refusal] }],
    ['BatchError', refusal],
    ['Change', change],
    ['Change', { ...change, type: 1 }],
    ['ConsoleConfig', config],
    ['LiveVersions', { console: 'a', more: 1 }],
  ] as const) {
    const [[declared, had] = []] = read(name, value)
    expect(had, `${name} ${JSON.stringify(value)}`).toEqual(declared)
  }
})

test.each([
  ['a call', "import { a as b } from '@wheelhouse/contract/x.ts'\nforms(b.body)", 'b.body'],
  [
    'a call of a record',
    "import { all } from '@wheelhouse/contract/x.ts'\nforms(all.one.create.body)",
    'all.one.create.body',
  ],
  ['a list', "import {\n  a,\n  list,\n} from '@wheelhouse/contract/x.ts'\nf(list.route.query)", 'list.route.query'],
  ['a filter', 'filter.item.safeParse(value)', 'filter.item.safeParse'],
])('the build refuses a schema that is read off %s', (_, code, found) => {
  expect(schemaAskedOf(code)).toBe(found)
})

test('the build allows what is not of the contract, and calls as they are', () => {
  const code = "import { call } from '@wheelhouse/contract/x.ts'\nf(call, { params, body: form.body }, response.body)"
  expect(schemaAskedOf(code)).toBeNull()
})
