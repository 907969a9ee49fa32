import { expect, test } from 'vitest'
import { withOnePath } from './small-icons.ts'

const icon = (type: string, nodes: unknown[]): string =>
  `const __iconNode = ${JSON.stringify(nodes)};\nconst IconPlanted = createReactComponent("${type}", "planted", "Planted", __iconNode);`
const strokes = [
  ['path', { d: 'M4 4h8', key: 'svg-0' }],
  ['path', { d: 'M4 8l3 3', key: 'svg-1' }],
]

test('the lines of an icon are one path', () => {
  expect(withOnePath(icon('outline', strokes))).toBe(icon('outline', [['path', { d: 'M4 4h8M4 8l3 3' }]]))
})

test.each([
  ['an area', 'filled', strokes],
  ['a circle', 'outline', [...strokes, ['circle', { cx: '3', key: 'svg-2' }]]],
  ['a path with an attribute', 'outline', [...strokes, ['path', { d: 'M1 1', fill: 'none', key: 'svg-2' }]]],
  ['a path that begins relative to another', 'outline', [...strokes, ['path', { d: 'm1 1', key: 'svg-2' }]]],
])('%s keeps the elements of its icon', (_what, type, nodes) => {
  const kept = nodes.map(([element, attributes]) => {
    const { key: _key, ...others } = Object(attributes)
    return [element, others]
  })
  expect(withOnePath(icon(type, nodes))).toBe(icon(type, kept))
})

test.each(['const other = []', 'const __iconNode = [];', 'const __iconNode = [\n["path", { d: "M4 4h8" }]];'])(
  'code that declares the elements of an icon in another way is refused: %s',
  (code) => {
    expect(withOnePath(code)).toBeNull()
  },
)
