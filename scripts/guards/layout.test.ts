import { describe, expect, test } from 'vitest'
import { errorReference, errorReferencePath } from '../error-reference.ts'
import { featureNameFaults, featureSizeFaults } from './features.ts'
import { filterFaults, shownByControls } from './filters.ts'
import { routeTreeFaults } from './generated.ts'
import { loadingDebt, loadingFaults } from './loading.ts'
import { nameFaults } from './names.ts'
import { added, planted, project, without } from './planted.ts'
import type { ProjectFiles } from './project-files.ts'
import { featureCycleFaults, reachFaults, roomFaults, sampleFaults } from './rooms.ts'
import { typedPathFaults } from './typed-paths.ts'
import { writerFaults } from './writers.ts'

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

describe('features', () => {
  const names = (files: ProjectFiles) => featureNameFaults(files, exceptions)
  const sizes = (files: ProjectFiles) => featureSizeFaults(files, largeFolders)
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

describe('what is loading, missing or failed', () => {
  const path = 'apps/console/src/features/commands/planted.tsx'
  const byHand = '<ErrorState title={failed} onRetry={() => void query.refetch()} />'
  test('is said by one part, which shows the data first', () => {
    expect(loadingFaults(project)).toEqual([])
  })
  test.each([byHand, '<Failed error={error} onRetry={() => void Promise.all([one.refetch(), other.refetch()])} />'])(
    'planted: %s',
    (text) => {
      expect(added(loadingFaults, planted([path, text]))).toHaveLength(1)
    },
  )
  test('planted: a second one in a file that is listed, and a list longer than what it lists', () => {
    const [listed = ''] = loadingDebt
    expect(added(loadingFaults, planted([`apps/console/src/${listed}`, byHand + byHand]))).toHaveLength(1)
    expect(added(loadingFaults, planted([`apps/console/src/${listed}`, '']))).toHaveLength(1)
  })
})

describe('what narrows a list', () => {
  const path = 'apps/console/src/features/templates/planted.tsx'
  test('is seen on its screen and can be removed there', () => {
    expect(filterFaults(project)).toEqual([])
  })
  test('planted: a filter without a chip that the address sets, and one that it does not', () => {
    const list = (name: string) => `<ListPage\n  filters={{\n    ${name}: null,\n  }}\n/>`
    expect(added(filterFaults, planted([path, list('firmware_name')]))).toHaveLength(1)
    expect(added(filterFaults, planted([path, list('id')]))).toEqual([])
  })
  test('planted: a list of controls longer than what it lists', () => {
    const listed = Object.keys(shownByControls)[0]?.split(' ')[0] ?? ''
    expect(added(filterFaults, planted([`apps/console/src/${listed}`, '']))).not.toEqual([])
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
