import { expect, test } from 'vitest'
import { root } from '../console-build.ts'
import { readProject } from './project-files.ts'
import { settingFaults } from './settings.ts'

const project = readProject(root)

test('the operations manual names each setting that the product reads', () => {
  expect(settingFaults(project)).toEqual([])
})

test.each([
  ['apps/server/src/platform/planted-settings.ts', 'export const planted = {\n  PLANTED_S: z.coerce.number(),\n}\n'],
  ['apps/fleet/src/platform/settings.ts', "const planted = numberOf(env, 'PLANTED_S', 1, 2)\n"],
  ['scripts/settings.ts', 'const planted = env.PLANTED_S\n'],
])('planted: one that %s reads', (path, text) => {
  expect(settingFaults(new Map([...project, [path, text]]))).toEqual([
    'PLANTED_S is read and not in docs/OPERATIONS.md',
  ])
})
