import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { root } from '../console-build.ts'

/** A violation of each lint rule that protects the architecture, and the same place without it. */
interface Plant {
  says: string
  path: string
  red: string
  green: string
  rule: string
}

const lines = (count: number, line: (at: number) => string): string =>
  Array.from({ length: count }, (_, at) => line(at)).join('\n')
const imports = (from: string) => `import { x } from '${from}'\nexport const y = x\n`
const plant = (says: string, path: string, rule: string, red: string, green: string): Plant => ({
  says,
  path,
  rule,
  red,
  green,
})
const layer = (says: string, path: string, red: string, green: string): Plant =>
  plant(says, path, 'no-restricted-imports', imports(red), imports(green))

const plants: Plant[] = [
  layer(
    'a part that draws imports the contract',
    'apps/console/src/ui/planted-contract.tsx',
    '@wheelhouse/contract/route.ts',
    'react',
  ),
  layer(
    'the console imports the server',
    'apps/console/src/api/planted-server.ts',
    '@wheelhouse/server/main.ts',
    '@wheelhouse/contract/route.ts',
  ),
  layer('the api imports Node', 'apps/console/src/api/planted-node.ts', 'node:fs', 'react'),
  layer('a part that draws imports Node', 'apps/console/src/ui/planted-node.ts', 'node:fs', 'react'),
  layer('a console feature imports Node', 'apps/console/src/features/events/planted-node.ts', 'node:fs', 'react'),
  layer(
    'an app imports an app',
    'apps/fleet/src/planted.ts',
    '../../server/src/main.ts',
    '@wheelhouse/device-protocol/topics.ts',
  ),
  layer(
    'identity imports the server',
    'apps/identity/src/planted.ts',
    '@wheelhouse/server/main.ts',
    '@wheelhouse/db/ids.ts',
  ),
  layer('the contract imports more than zod', 'packages/contract/src/planted/planted.ts', 'fastify', 'zod'),
  layer('a package imports an app', 'packages/db/src/planted.ts', '../../../apps/server/src/main.ts', 'pg'),
  plant(
    'a file of more than 400 lines of code',
    'apps/server/src/platform/planted-long.ts',
    'max-lines',
    lines(401, (at) => `export const a${at} = ${at}`),
    lines(399, (at) => `export const a${at} = ${at}`),
  ),
  plant(
    'a function of more than 50 lines',
    'apps/server/src/platform/planted-function.ts',
    'max-lines-per-function',
    `export function long(x: number): number {\n${lines(51, () => '  x += 1')}\n  return x\n}\n`,
    `export function long(x: number): number {\n${lines(30, () => '  x += 1')}\n  return x\n}\n`,
  ),
  plant(
    'any',
    'apps/server/src/platform/planted-any.ts',
    'no-explicit-any',
    'export const loose = (x: any): unknown => x\n',
    'export const loose = (x: unknown): unknown => x\n',
  ),
  plant(
    'a default export',
    'apps/server/src/platform/planted-default.ts',
    'no-default-export',
    'export default 1\n',
    'export const one = 1\n',
  ),
  plant(
    'a skipped test',
    'apps/server/src/platform/planted.test.ts',
    'no-disabled-tests',
    "import { test } from 'vitest'\ntest.skip('later', () => {})\n",
    "import { test } from 'vitest'\ntest('now', () => {})\n",
  ),
  plant(
    'a cycle',
    'apps/server/src/platform/planted-cycle.ts',
    'no-cycle',
    "import { other } from './planted-other.ts'\nexport const one = (): unknown => other\n",
    'export const one = (): unknown => 1\n',
  ),
]
const besides = {
  'apps/server/src/platform/planted-other.ts':
    "import { one } from './planted-cycle.ts'\nexport const other = (): unknown => one\n",
}

interface Found {
  filename: string
  code?: string
}

let folders: string[] = []
let findings: Record<'red' | 'green', Found[]>

/** Runs the project's configuration on planted files only, without type information, which no plant needs. */
function lintOf(colour: 'red' | 'green'): Found[] {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-planted-'))
  folders.push(folder)
  writeFileSync(
    join(folder, '.oxlintrc.json'),
    readFileSync(join(root, '.oxlintrc.json'), 'utf8').replace('"typeAware": true', '"typeAware": false'),
  )
  const files = [...plants.map((one): [string, string] => [one.path, one[colour]]), ...Object.entries(besides)]
  for (const [path, text] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
  }
  const args = ['--format', 'json', '.']
  return (JSON.parse(outputOf(join(root, 'node_modules', '.bin', 'oxlint'), args, folder)) as { diagnostics: Found[] })
    .diagnostics
}

function outputOf(program: string, args: string[], cwd: string): string {
  try {
    return execFileSync(program, args, {
      cwd,
      encoding: 'utf8',
      maxBuffer: 50_000_000,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
  } catch (error) {
    // It exits with 1 when it finds something, as intended.
    return (error as { stdout: string }).stdout
  }
}

beforeAll(() => {
  findings = { red: lintOf('red'), green: lintOf('green') }
})
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
  folders = []
})

const at = (colour: 'red' | 'green', { path, rule }: Plant): Found[] =>
  findings[colour].filter((one) => one.filename.endsWith(path) && (one.code ?? '').includes(`(${rule})`))

test.each(plants.map((one) => [one.says, one] as const))('planted: %s', (_says, one) => {
  expect(at('red', one), 'red with the violation').not.toEqual([])
  expect(at('green', one), 'green without it').toEqual([])
})
