import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { actions, resourceTypes } from '@wheelhouse/contract/access.ts'
import * as ownRights from '@wheelhouse/contract/permissions/own-rights.ts'
import * as permissions from '@wheelhouse/contract/permissions/permissions.ts'
import { errorReference, errorReferencePath } from '../error-reference.ts'
import { root } from '../console-build.ts'
import { assertionFaults, assertionsIn } from './assertions.ts'
import { consoleSizeFaults } from './console-size.ts'
import { featureNameFaults, featureSizeFaults } from './features.ts'
import { routeTreeFaults } from './generated.ts'
import { featureCycleFaults, reachFaults, roomFaults, sampleFaults } from './rooms.ts'
import { languageDebtOf, languageFaults, languageShare, loweredDebt } from './language.ts'
import { nameFaults } from './names.ts'
import { readProject } from './project-files.ts'
import {
  builtFaults,
  laterSentences,
  listFaults,
  sentenceFaults,
  specActions,
  specPermissionCalls,
  specResourceTypes,
  specSentences,
} from './spec-words.ts'
import { typedPathFaults } from './typed-paths.ts'
import { writerFaults } from './writers.ts'

const project = readProject(root)
const planted = (...files: [string, string][]) => new Map([...project, ...files])
/** The faults that a plant adds to the existing ones. */
const added = (faultsOf: (files: typeof project) => string[], files: typeof project): string[] =>
  faultsOf(files).filter((fault) => !faultsOf(project).includes(fault))
const without = (path: string) => new Map([...project].filter(([one]) => one !== path))

// Both lists may only shrink.
const exceptions = {
  contractOnly: {},
  serverOnly: {
    alarms: 'raised by devices; people meet them in events and issues until they have a screen',
    rollups: 'figures by day, which reports, dashboards and the overview read',
    'hardware-state': 'what every feature of devices asks of their hardware; hardware and devices have the screens',
  },
}
const largeFolders: Record<string, number> = {}

describe('names', () => {
  test('names describe something, no index only re-exports, no path is deeper than six', () => {
    expect(nameFaults(project)).toEqual([])
  })
  test.each([
    ['apps/server/src/platform/utils.ts', 'export const x = 1'],
    ['apps/console/src/shared/button.tsx', 'export const x = 1'],
    ['packages/contract/src/types.ts', 'export const x = 1'],
    ['apps/console/src/forms/form-utils.ts', 'export const x = 1'],
    ['apps/fleet/src/lockHelpers.ts', 'export const x = 1'],
    [
      'apps/console/src/ui/data-table/index.ts',
      "// all of it\nexport * from './data-table.tsx'\nexport { x } from './cells.tsx'\n",
    ],
    ['apps/console/src/ui/data-table/body/row.tsx', 'export const x = 1'],
  ])('planted: %s', (path, text) => {
    expect(added(nameFaults, planted([path, text]))).toHaveLength(1)
  })
})

describe('language', () => {
  const path = 'apps/fleet/src/planted.ts'
  test('comments and test titles contain no more banned idioms than listed', () => {
    expect(languageFaults(project)).toEqual([])
    process.stdout.write(`Banned idioms: ${languageShare(project)}\n`)
  })
  test.each([
    ['// Whoever comes second waits.\nconst x = 1', '1: // Whoever comes second waits.'],
    ["const url = 'http://x'\n/**\n * What stands\n * there already.\n */", '2: /** What stands there already. /'],
    ['const text = 1 // a sign takes up to three bytes', '1: // a sign takes up to three bytes'],
    ['const half = a / b\n// It is told\n// later.', '2: // It is told later.'],
  ])('planted: the comment in %j', (text, passage) => {
    expect(added(languageFaults, planted([path, text]))).toEqual([
      `${path}: 1 passages with banned idioms, 0 listed\n  ${passage}`,
    ])
  })
  test('planted: a test title, and the title of a table of cases', () => {
    const [one, table] = [
      "test('a dock of its own', () => {})",
      "test.each([\n  [1],\n])('%s lies in a box', (n) => {})",
    ]
    expect(added(languageFaults, planted(['e2e/planted.test.ts', `${one}\n${table}`]))[0]).toMatch(/: 2 passages/)
  })
  test.each([
    "const text = 'whoever // told'",
    'const text = `// told`',
    'const pattern = /[/]// told/',
    '// Signs in with an email of at most 200 characters.',
  ])('allowed: %s', (text) => {
    expect(added(languageFaults, planted([path, text]))).toEqual([])
  })
  test('planted: a number that is too high has to be lowered, and writing the list never raises one', () => {
    const debt = { ...languageDebtOf(project), [path]: 3 }
    const files = planted([path, '// Told once.'])
    expect(languageFaults(files, debt)).toContain(`${path}: 1 passages with banned idioms, 3 listed: lower it`)
    expect(loweredDebt(files, debt)[path]).toBe(1)
    expect(loweredDebt(files, { [path]: 0 })).toEqual({})
  })
})

describe('features', () => {
  const names = (files: typeof project) => featureNameFaults(files, exceptions)
  const sizes = (files: typeof project) => featureSizeFaults(files, largeFolders)
  test('contract, server and console hold the same names', () => {
    expect(names(project)).toEqual([])
  })
  test.each([
    ['packages/contract/src/planted/planted.ts'],
    ['apps/server/src/features/planted/routes.ts'],
    ['apps/console/src/features/planted/planted-screen.tsx'],
  ])('planted: %s alone', (path) => {
    expect(added(names, planted([path, '']))).toHaveLength(1)
  })
  test('planted: an exception that is no longer needed', () => {
    expect(added(names, planted(['packages/contract/src/alarms/alarms.ts', '']))).toHaveLength(1)
  })
  test('a folder holds at most twenty files', () => {
    expect(sizes(project)).toEqual([])
  })
  test('planted: a twenty-first file', () => {
    const folder = 'apps/console/src/features/organizations'
    const many = Array.from({ length: 21 }, (_, at): [string, string] => [`${folder}/planted-${at}.ts`, ''])
    expect(added(sizes, planted(...many))).toHaveLength(1)
  })
  test('planted: an exception larger than its folder', () => {
    const loose = featureSizeFaults(project, { ...largeFolders, 'apps/server/src/features/organizations': 30 })
    expect(loose.filter((fault) => !sizes(project).includes(fault))).toHaveLength(1)
  })
})

describe('rooms', () => {
  test('a room imports only the rooms before it', () => {
    expect(roomFaults(project)).toEqual([])
  })
  test.each([
    ['apps/server/src/platform/planted.ts', '../features/locations/locations.ts'],
    ['apps/server/src/authz/planted.ts', '../http/serve.ts'],
    ['apps/console/src/ui/frame/planted.tsx', '../../api/api.ts'],
    ['apps/console/src/lists/planted.ts', '../features/locations/location-link.tsx'],
    ['apps/console/src/features/events/planted.tsx', '../../app/router.tsx'],
    ['apps/console/src/lib/planted.ts', './other.ts'],
    ['apps/identity/src/accounts/planted.ts', '../sign-in/sign-in.ts'],
    ['apps/identity/src/pages/planted.ts', '../app.ts'],
    ['apps/fleet/src/city/planted.ts', '../devices/lock.ts'],
  ])('planted: %s imports %s', (path, from) => {
    expect(added(roomFaults, planted([path, `import { x } from '${from}'`]))).toHaveLength(1)
  })
  test('no feature of the server depends on itself through another', () => {
    expect(featureCycleFaults(project)).toEqual([])
  })
  test('planted: an import that closes a cycle of features', () => {
    const back = [
      'apps/server/src/features/alarms/planted.ts',
      "import { x } from '../devices/dock-states.ts'",
    ] as const
    expect(added(featureCycleFaults, planted([...back]))).toContain('feature alarms depends on itself')
  })
  test('a feature reaches another through its doors or its verbs', () => {
    expect(reachFaults(project)).toEqual([])
  })
  test.each([
    ['apps/console/src/features/events/planted.tsx', '../locations/location-columns.tsx'],
    ['apps/server/src/features/events/planted.ts', '../locations/queries.ts'],
  ])('planted: %s reaches into %s', (path, from) => {
    expect(added(reachFaults, planted([path, `import { x } from '${from}'`]))).toHaveLength(1)
  })
})

describe('samples', () => {
  test('the product imports no samples of the tests', () => {
    expect(sampleFaults(project)).toEqual([])
  })
  test.each(['apps/server/src/features/regions/planted.ts', 'apps/server/src/http/planted.ts'])(
    'planted: %s imports samples',
    (path) => {
      const from = path.includes('regions') ? './samples.ts' : '../features/regions/samples.ts'
      expect(added(sampleFaults, planted([path, `import { samples } from '${from}'`]))).toHaveLength(1)
    },
  )
})

describe('one writing feature a table', () => {
  test('each table is written in one place', () => {
    expect(writerFaults(project)).toEqual([])
  })
  test.each([
    "db.insertInto('console_users').values(row)",
    'sql`insert into console_users (id) values (1)`',
    'sql`update console_users set name = 1`',
    'sql`update console_users u set name = 1`',
    'sql`delete from console_users where true`',
    'sql`update only console_users set name = 1`',
    'sql`update "console_users" set name = 1`',
    'sql`update public.console_users set name = 1`',
    'sql`merge into console_users c using (select 1) n on true when matched then delete`',
    'sql`truncate console_users`',
    "db.query('truncate table console_users cascade')",
    'sql`copy console_users (id) from stdin`',
  ])('planted: %s in another feature', (statement) => {
    expect(added(writerFaults, planted(['apps/server/src/features/locations/planted.ts', statement]))).toEqual([
      'console_users is written by console-users and locations',
    ])
  })
  test('planted: a table whose name is computed', () => {
    const statement = "sql`insert into ${sql.table('console_users')} (id) values (1)`"
    expect(added(writerFaults, planted(['apps/server/src/features/locations/planted.ts', statement]))).toEqual([
      'apps/server/src/features/locations/planted.ts: insert into ${sql.table( names no table',
    ])
  })
  test('planted: the identity provider writes a table of the server', () => {
    const statement = "pool.query('update console_users set name = $1')"
    expect(added(writerFaults, planted(['apps/identity/src/planted.ts', statement]))).toEqual([
      'console_users is written by console-users and identity',
    ])
  })
  test('for update, do update set and comments are not writes', () => {
    const text =
      'select 1 from console_users for update of console_users\n// delete from console_users\ninsert into planted_rows as p values (1) on conflict do update set x = 1'
    expect(added(writerFaults, planted(['apps/server/src/features/locations/planted.ts', text]))).toEqual([])
  })
})

describe('code before the first row', () => {
  const dist = mkdtempSync(join(tmpdir(), 'wheelhouse-size-'))
  afterAll(() => rmSync(dist, { recursive: true }))
  const screens = (files: string[]) =>
    `<script>\nconst { names, screens } = ${JSON.stringify({ names: files, screens: [['^/locations/?$', [...files.keys()]]] })}\n</script>`
  const page =
    '<script type="module" crossorigin src="/assets/index.js"></script><link rel="modulepreload" href="/assets/start.js">'
  // Random bytes, which gzip cannot compress.
  const script = (name: string, bytes: number) =>
    writeFileSync(join(dist, 'assets', name), crypto.getRandomValues(Buffer.alloc(bytes)))
  mkdirSync(join(dist, 'assets'))
  for (const [name, bytes] of [
    ['index.js', 1_000],
    ['start.js', 50_000],
    ['list.js', 20_000],
    ['form.js', 9_000],
  ] as const)
    script(name, bytes)
  const faultsOf = (files: string[]) => {
    writeFileSync(join(dist, 'index.html'), page + screens(files))
    return consoleSizeFaults(dist, { '/locations': { kB: 72, files: 14 } })
  }

  test('the page, its start and the screen are within the budget; a style sheet does not count as code', () => {
    expect(faultsOf(['list.js', 'list.css'])).toEqual([])
  })
  test('planted: an extra form, a file too many, a screen that the page does not name', () => {
    expect(faultsOf(['list.js', 'form.js'])).toEqual([
      '/locations: 80.1 kB of JavaScript in 4 files before the first row; at most 72 kB in 14',
    ])
    expect(faultsOf(Array.from({ length: 13 }, () => 'index.js'))).toHaveLength(1)
    expect(faultsOf([])).toEqual(['/locations: the page does not name its files'])
  })
})

describe('generated files are fresh', () => {
  test('the route tree names the existing route files', () => {
    expect(routeTreeFaults(project)).toEqual([])
  })
  test('planted: a route that the tree does not name, and one that was deleted', () => {
    expect(added(routeTreeFaults, planted(['apps/console/src/app/routes/_shell.planted.tsx', '']))).toHaveLength(1)
    expect(added(routeTreeFaults, without('apps/console/src/app/routes/_shell.rentals.index.tsx'))).toHaveLength(1)
  })
  test('the reference of errors equals the catalogue; `npm run generate` writes it', () => {
    expect(project.get(errorReferencePath)).toBe(errorReference())
  })
  test('planted: a changed sentence in the reference', () => {
    expect(project.get(errorReferencePath)?.replace('Not found', 'Nothing there')).not.toBe(errorReference())
  })
})

describe('the specification is covered', () => {
  const calls = Object.values({ ...permissions, ...ownRights }).flatMap((one) =>
    'method' in one && 'path' in one ? [`${one.method} ${one.path}`] : [],
  )
  test.each([
    ['resource type', specResourceTypes, resourceTypes],
    ['action', specActions, actions],
    ['permission call', specPermissionCalls, calls],
  ])('every %s', (what, expected, there) => {
    expect(listFaults(expected, there, what)).toEqual([])
    expect(listFaults([...expected, 'planted'], there, what), 'planted: one more is wanted').toHaveLength(1)
    expect(listFaults(expected.slice(1), there, what), 'planted: one that nobody wants').toHaveLength(1)
  })
  test('every sentence of what is built', () => {
    expect(sentenceFaults(project, specSentences)).toEqual([])
    expect(
      sentenceFaults(without('packages/contract/src/locations/location-status.ts'), specSentences),
      'planted: without the file of a route',
    ).toContain("'Launching location failed' is nowhere")
  })
  test('no sentence of what is said not to be built', () => {
    expect(builtFaults(project, laterSentences)).toEqual([])
    const route: [string, string] = [
      'packages/contract/src/planted/planted.ts',
      "says: { failed: 'Planted call failed' }",
    ]
    const later = { ...laterSentences, planted: ['Planted call failed'] }
    expect(builtFaults(planted(route), later), 'planted: a route that says one').toEqual([
      "'Planted call failed' (planted) is in the code: move it to specSentences",
    ])
  })
})

describe('type assertions', () => {
  const folder = mkdtempSync(join(tmpdir(), 'wheelhouse-assertions-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  test('a room has no more of them than its budget, and the budget is no larger than needed', () => {
    expect(assertionFaults(assertionsIn(root))).toEqual([])
  })
  test('planted: an assertion, one through unknown, one of a test, and what only looks like one', () => {
    const src = join(folder, 'apps', 'fleet', 'src')
    mkdirSync(src, { recursive: true })
    writeFileSync(join(src, 'one.ts'), 'export const two = <string>(JSON.parse("1") as unknown)\n')
    writeFileSync(join(src, 'one.test.ts'), 'export const one = JSON.parse("1") as number\n')
    const innocent = "import * as fs from 'fs'\nexport const x = ['as Y'] as const, y = <b>one as two</b> // z as Z\n"
    writeFileSync(join(src, 'none.tsx'), innocent)
    const found = assertionsIn(folder, ['apps'])
    expect(assertionFaults(found, {})).toEqual([
      'apps/fleet: 2 type assertions, 0 allowed',
      'apps/fleet tests: 1 type assertions, 0 allowed',
    ])
    expect(assertionFaults(found, { 'apps/fleet': 3, 'apps/fleet tests': 1 })).toEqual([
      'apps/fleet: 2 type assertions, 3 allowed: lower it',
    ])
  })
})

describe('paths of the API', () => {
  test('the console takes them from routes', () => {
    expect(typedPathFaults(project)).toEqual([])
  })
  test.each(["void refetch(['/device/v1/last-comments'])", 'useLive([`/location/v1/locations/${id}`])'])(
    'planted: %s',
    (text) => {
      expect(added(typedPathFaults, planted(['apps/console/src/features/commands/planted.ts', text]))).toHaveLength(1)
    },
  )
})
