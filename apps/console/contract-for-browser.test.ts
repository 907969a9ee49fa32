import { expect, test } from 'vitest'
import { build, parseAst } from 'vite'
import { forBrowser } from './contract-for-browser.ts'

const slim = (code: string): string => forBrowser(code, parseAst(code))

test('a route loses the schema of its reply and keeps that of its query, in whatever order they are declared', () => {
  const routes = [
    "export const a = route({ path: '/a', reply: z.array(Thing), query: Filter })",
    "export const a = route({ path: '/a', query: Filter, reply: Thing })",
    "export const a = route({ path: '/a', query: Filter, reply: Thing, })",
  ]
  for (const one of routes) {
    expect(slim(one)).not.toContain('Thing')
    expect(slim(one)).toMatch(/path: '\/a'.+query: Filter/)
    expect(() => parseAst(slim(one))).not.toThrow()
  }
})

test('the summary of a route or a list is left out, beside a reply too', () => {
  for (const one of [
    "const a = route({ path: '/a', summary: 'Things', reply: Thing })",
    "const a = route({ summary: 'Things', path: '/a', reply: Thing })",
    "const a = list({ row: Thing, summary: `Things`, path: '/a' })",
  ]) {
    expect(slim(one)).not.toContain('Thing')
    expect(slim(one)).toContain("path: '/a'")
    expect(() => parseAst(slim(one))).not.toThrow()
  }
})

test('path parameters and the reason why a call asks for no right are left out, needs are kept', () => {
  const own = slim(
    "const a = route({ path: '/a/:id', access: { signed_in: \"one's own\" }, params: Thing, body: Words })",
  )
  expect(own).toContain("{ path: '/a/:id', access: { signed_in: '' }, body: Words }")
  expect(slim("const a = route({ access: { location: ['GET'] }, path: '/a' })")).toContain("{ location: ['GET'] }")
  expect(slim('const a = route({ access: mayRead, path: 1 })')).toContain('access: mayRead')
})

test('an export keeps its summary, from which that of its workbook is made', () => {
  expect(slim("const a = route({ path: '/a.csv', summary: 'Things', csv: ['id'] })")).toContain("summary: 'Things'")
})

test('a list loses the schema of its rows and keeps its filters, also where two lists share them', () => {
  const one = slim("export const all = list({ path: '/a', row: Thing, filters: { q: searchText } })")
  expect(one).not.toContain('Thing')
  expect(one).toContain("{ path: '/a', filters: { q: searchText } }")
  const shared = slim(
    "const both = { row: Thing, filters: {} }\nexport const a = list({ ...both, path: '/a' })\nexport const b = list({ ...both, path: '/b' })",
  )
  expect(shared).not.toContain('Thing')
  expect(shared).toContain('const both = { filters: {} }')
  expect(() => parseAst(shared)).not.toThrow()
})

test('only routes and lists are changed: other calls, functions and arrays are not', () => {
  const kept =
    'const x = listed({ reply: Thing })\nexport const f = (a) => route({ reply: a })\nexport const all = [1, 2]'
  expect(slim(kept)).toContain('reply: Thing')
  expect(slim(kept)).toContain('export const f = (a) => route({ reply: a })')
  expect(slim(kept)).toContain('export const all = [1, 2]')
})

test('the bundle holds no schema that only a reply or a row uses, and the schemas of queries', async () => {
  const source = `
    import { list, listOf, make, route } from 'made'
    const Answer = make('answer').nullable()
    export const Unused = make('unused')
    const Row = make('row').nullable()
    export const Unused2 = list({ row: Row, filters: make('unused') }).route
    const things = list({ filters: make('filtered'), row: Row })
    export const listThings = things.route
    export const exportUnused = listOf(things.csv).unused
    export const list1 = route({ query: make('asked'), reply: Answer })`
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: false,
      rolldownOptions: { input: 'entry', external: ['made'], preserveEntrySignatures: 'strict' },
    },
    plugins: [
      {
        name: 'source',
        resolveId: (id: string) => (id === 'entry' || id === 'contract' ? id : undefined),
        load: (id: string) => {
          if (id === 'entry') return "export { list1, listThings } from 'contract'"
          return id === 'contract' ? slim(source) : undefined
        },
      },
    ],
  })
  const [{ output }] = [built].flat() as unknown as [{ output: [{ code: string }] }]
  expect(output[0].code).toContain('asked')
  expect(output[0].code).toContain('filtered')
  expect(output[0].code).not.toMatch(/answer|unused|row/)
})
