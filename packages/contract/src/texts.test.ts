import { readdir } from 'node:fs/promises'
import { expect, test } from 'vitest'
import * as z from 'zod'
import type { Route } from './route.ts'
import { isHttpsUrl, line, lines, linesAtLeast, requiredLine, requiredLines, withHttpsLinks } from './texts.ts'

const words = (schema: z.ZodType, value: unknown) => {
  const { data, error } = schema.safeParse(value)
  return error ? error.issues.map(({ message }) => message) : data
}

test('a line has no line break, no sign that turns the writing around, and something that can be seen', () => {
  const [name, alias] = [requiredLine('Label', 3, 64), line('Alias', 64)]
  for (const good of ['Dock 1', 'Ülemiste City, Sepise 7', 'می‌خواهم', '👩‍🚀 dock'])
    expect([words(name, good), words(alias, ` ${good} `)]).toEqual([good, good])
  for (const broken of ['Dock\n1', 'Dock\t1', 'Dock\u20281', 'Dock\u00001'])
    expect([words(name, broken), words(alias, broken)]).toEqual([['Label: one line'], ['Alias: one line']])
  for (const turned of ['Dock \u202E1', 'Dock \u20661', 'Dock \u200F1'])
    expect(words(name, turned)).toEqual(['Label: without characters that change the direction of writing'])
  for (const unseen of ['\u200B\u200B\u200B', '\u3164\u3164\u3164', '\u2800\u2800\u2800', '\u00AD\u00AD\u00AD'])
    expect([words(name, unseen), words(alias, unseen)]).toEqual([
      ['Label is required'],
      ['Alias: at least one visible character'],
    ])
  expect([words(name, '  '), words(name, undefined), words(name, 'ab')]).toEqual([
    ['Label is required'],
    ['Label is required'],
    ['Label: at least 3 characters'],
  ])
  expect([words(alias, ''), words(alias, 'a'.repeat(65))]).toEqual(['', ['Alias: at most 64 characters']])
})

test('several lines may break, and say something where they must', () => {
  expect(words(lines('Comment', 20), 'one\r\ntwo\tthree')).toBe('one\r\ntwo\tthree')
  expect(words(lines('Comment', 20), 'one \u202Dtwo')).toEqual([
    'Comment: without characters that change the direction of writing',
  ])
  expect(words(lines('Comment', 20), 'one \u001Btwo')).toEqual(['Comment: without control characters'])
  expect(words(requiredLines('Reason', 3, 20), '\u200B\u200B\u200B')).toEqual(['Reason is required'])
})

test('spec 5: a comment with a least length says something, and its own sentence asks for it once', () => {
  const comment = linesAtLeast('Comment', 3, 20, 'Say why')
  for (const nothing of ['', '  ', 'ab', '\u200B\u200B\u200B', '\u3164\u3164\u3164', '\u200B'])
    expect(words(comment, nothing)).toEqual(['Say why'])
  expect(words(comment, ' one\ntwo ')).toBe('one\ntwo')
  expect(words(comment, 'a'.repeat(21))).toEqual(['Comment: at most 20 characters'])
  expect(words(comment, undefined)).toEqual(['Comment is required'])
})

test('an address on a screen is https, of a host, without blanks and without a password', () => {
  for (const good of ['https://a.test', 'HTTPS://a.test/x?y=1#z']) expect(isHttpsUrl(good)).toBe(true)
  for (const bad of [
    'http://a.test',
    'https://',
    'https://a.test/ x',
    'https://u:p@a.test',
    'https://u@a.test',
    'https:\\\\a.test',
    'https://a.test/\u202Ex',
  ])
    expect(isHttpsUrl(bad)).toBe(false)
})

test.each([
  ['Read more at https://a.test', true],
  ['HTTPS://a.test', true],
  ['The door is open: come in', true],
  ['https://a.test,https://b.test', true],
  ['http://a.test', false],
  ['https://a.test,http://b.test', false],
  ['https://a.test/?to=http://b.test', false],
  ['(https://a.test)ftp://b.test', false],
  ['xhttps://a.test', false],
])('links in a text for riders are https: %s', (text, isValid) => {
  const expected = isValid ? text : ['Links must start with https://']
  expect(words(withHttpsLinks(requiredLines('Message', 3, 100)), text)).toEqual(expected)
})

/** Every text that a body takes, by its place in it. */
function textsIn(schema: z.ZodType, at: string): [string, z.ZodType][] {
  if (schema instanceof z.ZodString) return [[at, schema]]
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape as z.ZodRawShape).flatMap(([key, of]) =>
      textsIn(of as z.ZodType, `${at}.${key}`),
    )
  if (schema instanceof z.ZodArray) return textsIn(schema.element as z.ZodType, at)
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((of) => textsIn(of as z.ZodType, at))
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault)
    return textsIn(schema.unwrap() as z.ZodType, at)
  return schema instanceof z.ZodPipe && schema.in instanceof z.ZodString ? [[at, schema]] : []
}

/** Some modules export a table of several routes. */
function routesIn(value: unknown): Route[] {
  if (Object.prototype.toString.call(value) !== '[object Module]' && (value as object | null)?.constructor !== Object)
    return []
  if ('path' in (value as object) && 'access' in (value as object)) return [value as Route]
  return Object.values(value as object).flatMap(routesIn)
}

/** Read as codes, compared as they are or kept as they came; nobody's name. Only shorter, please. */
const notWritten = [
  '.csv',
  // What was pasted into an allowlist: each entry is read as a phone, an email or a key, and answered by itself.
  '.entries',
  '.fingerprint',
  '.search',
  '.hardware_id',
  '.hardware_ids',
  '.instead_of',
  '.qr_code',
  '.command',
  '.remove',
  '.q',
]

async function textsOfAllCalls(): Promise<[string, z.ZodType][]> {
  const names = await readdir(import.meta.dirname, { recursive: true })
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(
    files.map((name) => import(/* @vite-ignore */ `./${name}`) as Promise<Record<string, unknown>>),
  )
  const texts = modules
    .flatMap(routesIn)
    .flatMap(({ method, path, body }) => (body ? textsIn(body, `${method} ${path} `) : []))
  return texts.filter(([at]) => !notWritten.some((end) => at.endsWith(end)))
}
const takes = (schema: z.ZodType, texts: readonly string[]): boolean =>
  texts.some((text) => schema.safeParse(text).success)

test('no text of any call accepts characters that reverse the direction of writing', async () => {
  const texts = await textsOfAllCalls()
  const turning = ['Words of \u202Eours', 'https://ours.test/\u202Ex', '\u202E']
  expect(texts.length).toBeGreaterThan(80)
  expect(texts.filter(([, schema]) => takes(schema, turning)).map(([at]) => at)).toEqual([])
})

test('no text that must say something accepts what nobody can see', async () => {
  const required = (await textsOfAllCalls()).filter(([, schema]) => !takes(schema, ['']))
  const unseen = ['\u200B'.repeat(3), '\u200B'.repeat(10)]
  expect(required.length).toBeGreaterThan(50)
  expect(required.filter(([, schema]) => takes(schema, unseen)).map(([at]) => at)).toEqual([])
})

/** The texts of several lines. Whatever else is written is one line, and can be seen. */
const ofSeveralLines = [
  '.comment',
  '.description',
  '.details',
  '.message',
  '.note',
  '.reason',
  '.resolution',
  '.text',
  '.payload',
  '.instructions',
  '.free_parking_details',
  '.restricted_description',
  '.hidden_admin_description',
]

test('whatever is no text of several lines is one line that can be seen', async () => {
  const lines = (await textsOfAllCalls()).filter(([at]) => !ofSeveralLines.some((end) => at.endsWith(end)))
  const none = ['Two\nlines of ours', '\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B\u200B']
  expect(lines.length).toBeGreaterThan(50)
  expect(lines.filter(([, schema]) => takes(schema, none)).map(([at]) => at)).toEqual([])
})
