import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { build } from 'vite'
import { noticesFile, packageFolderOf, thirdPartyNotices } from './third-party-notices.ts'

const root = mkdtempSync(join(tmpdir(), 'wheelhouse-notices-'))
afterAll(() => rmSync(root, { recursive: true }))

function writePackage(name: string, files: Record<string, string>): void {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  const facts = { name, version: '1.2.3', license: 'MIT', main: 'index.js' }
  for (const [file, text] of Object.entries({ 'package.json': JSON.stringify(facts), ...files })) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    writeFileSync(join(folder, file), text)
  }
}

test('the notices name what the build contains, code and files alike, and nothing else', async () => {
  writePackage('used', {
    'index.js': 'export const used = (text) => document.body.append(text)',
    LICENSE: 'Licence of used',
    NOTICE: 'Notice of used',
  })
  writePackage('@scope/maps', {
    'map.json': '{}',
    'LICENSE.txt': 'Licence of maps',
    'licenses/LICENSE-d3': 'Licence of d3',
  })
  writePackage('left-out', { 'index.js': 'export const left = 1', LICENSE: 'Licence of left-out' })
  const source =
    "import { used } from 'used'\nimport map from '@scope/maps/map.json?url'\nimport { left } from 'left-out'\nused(map)"
  writeFileSync(join(root, 'main.js'), source)
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [thirdPartyNotices(root)],
    build: { write: false, assetsInlineLimit: 0, rolldownOptions: { input: join(root, 'main.js') } },
  })
  const { output } = 'output' in result ? result : { output: [] }
  const notices = output.find(({ fileName }) => fileName === noticesFile)
  const text = notices?.type === 'asset' ? String(notices.source) : ''
  expect(text).toContain('used 1.2.3 (MIT)\n\nLicence of used\n\nNotice of used')
  expect(text).toContain('@scope/maps 1.2.3 (MIT)\n\nLicence of maps\n\nLicence of d3')
  expect(text).not.toContain('left-out')
})

test.each([
  ['/a/node_modules/react/index.js', ['/a/node_modules/react']],
  ['/a/node_modules/@mantine/core/esm/x.mjs?v=1', ['/a/node_modules/@mantine/core']],
  ['/a/node_modules/outer/node_modules/inner/x.js', ['/a/node_modules/outer/node_modules/inner']],
  ['\0/a/node_modules/react/index.js?commonjs-module', ['/a/node_modules/react']],
  ['/a/src/app/main.tsx', []],
])('the package of %j is %j', (file, folders) => {
  expect(packageFolderOf(file)).toEqual(folders)
})
