import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from 'vite'
import * as z from 'zod'
import { readAs } from '../src/http/read-as.ts'
import type { ReadSchema } from '../src/http/read-as.ts'
import { contractFolder, contractForBrowser } from './contract-for-browser.ts'
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

test('a call says in the browser what it says in the contract, without its schemas', () => {
  const calls = both().flatMap(({ name, declared, inBrowser: had }) =>
    isRoute(declared) ? [{ name, declared, had }] : [],
  )
  expect(calls.length).toBeGreaterThan(300)
  for (const { name, declared, had } of calls) {
    const { access, changes, ...said } = without(declared, ['params', 'query', 'body', 'reply', 'summary'])
    const { access: mayCall, changes: stale, ...known } = without(had, ['summary'])
    expect(known, name).toEqual(said)
    expect(Object.keys(z.looseObject({}).parse(mayCall)), name).toEqual(Object.keys(z.looseObject({}).parse(access)))
    expect(stale, name).toEqual(
      z
        .array(z.object({ path: z.string() }))
        .optional()
        .parse(changes),
    )
  }
})

/** What of a thing is set, without some of it. */
const without = (thing: unknown, keys: readonly string[]): Values =>
  Object.fromEntries(
    Object.entries(z.looseObject({}).parse(thing)).filter(([key, one]) => one !== undefined && !keys.includes(key)),
  )

test('data is the same', () => {
  for (const { name, declared, inBrowser: had } of both())
    if (isPlain(declared) && !hasCall(declared)) expect(had, name).toEqual(declared)
})

const hasCall = (value: unknown): boolean =>
  isRoute(value) || isList(value) || (typeof value === 'object' && value !== null && Object.values(value).some(hasCall))

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
