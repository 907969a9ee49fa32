import { expect, test } from 'vitest'
import { build, parseAst } from 'vite'
import { forBrowser } from './contract-for-browser.ts'

const slim = (code: string): string => forBrowser(code, parseAst(code))

test('a route loses the shape of its answer and keeps what is asked, wherever the answer stands', () => {
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

test('what is no route stays whole: a reply of another kind, a function, a list', () => {
  const kept =
    'const x = listed({ reply: Thing })\nexport const f = (a) => route({ reply: a })\nexport const all = [1, 2]'
  expect(slim(kept)).toContain('reply: Thing')
  expect(slim(kept)).toContain('export const f = (a) => route({ reply: a })')
  expect(slim(kept)).toContain('export const all = [1, 2]')
})

test('a shape that only an answer had is left out of the bundle, and one that is asked stays', async () => {
  const source = `
    import { make, route } from 'made'
    const Answer = make('answer').nullable()
    export const Unused = make('unused')
    export const list = route({ query: make('asked'), reply: Answer })`
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
        load: (id: string) =>
          id === 'entry' ? "export { list } from 'contract'" : id === 'contract' ? slim(source) : undefined,
      },
    ],
  })
  const [{ output }] = [built].flat() as unknown as [{ output: [{ code: string }] }]
  expect(output[0].code).toContain('asked')
  expect(output[0].code).not.toMatch(/answer|unused/)
})
