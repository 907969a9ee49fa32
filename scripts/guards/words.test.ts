import { describe, expect, test } from 'vitest'
import { actions, resourceTypes } from '@wheelhouse/contract/access.ts'
import * as ownRights from '@wheelhouse/contract/permissions/own-rights.ts'
import * as permissions from '@wheelhouse/contract/permissions/permissions.ts'
import { glossaryFaults } from './glossary.ts'
import { languageDebtOf, languageFaults, languageShare, loweredDebt } from './language.ts'
import { added, planted, project, without } from './planted.ts'
import { pluralFaults } from './plurals.ts'
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
    // Put together here, so that the guard does not take them for titles of this file.
    const [own, box] = ["'a dock of its own'", "'%s lies in a box'"]
    const [one, table] = [`test(${own}, () => {})`, `test.each([\n  [1],\n])(${box}, (n) => {})`]
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

describe('sentences that count', () => {
  const path = 'apps/console/src/features/planted.ts'
  test('each has a sentence for one', () => {
    expect(pluralFaults(project)).toEqual([])
  })
  test('planted: a sentence that would read "1 devices"', () => {
    const text = "const words = t('Delete {{count}} old devices?', { count })"
    expect(added(pluralFaults, planted([path, text]))).toEqual([
      `${path}:1 has no sentence for one: 'Delete {{count}} old devices?'`,
    ])
  })
  test.each([
    "count === 1 ? t('Delete 1 device?') : t('Delete {{count}} devices?', { count })",
    "counted(users, t('1 user'), t('{{count}} users', { count: users }))",
    "t('At most {{count}} devices at once', { count })",
    "t('{{count}} is offline', { count })",
  ])('allowed: %s', (text) => {
    expect(added(pluralFaults, planted([path, text]))).toEqual([])
  })
})

describe('one word for one thing', () => {
  const path = 'packages/contract/src/planted.ts'
  test('no sentence has a word that the glossary replaces', () => {
    expect(glossaryFaults(project)).toEqual([])
  })
  test.each([
    ["const effect = 'The vehicle can be rented again.'", 'The vehicle can be rented again.'],
    ["const title = 'Bicycles'", 'Bicycles'],
    ['const summary = `Who holds a right`', 'Who holds a right'],
  ])('planted: %s', (text, sentence) => {
    expect(added(glossaryFaults, planted([path, text]))).toEqual([
      `${path}:1 has a word that decision 24 replaces: ${sentence}`,
    ])
  })
  test.each(["const label = 'Vehicle type'", "const key = 'vehicles'", "const map = 'Map of the ride'"])(
    'allowed: %s',
    (text) => {
      expect(added(glossaryFaults, planted([path, text]))).toEqual([])
    },
  )
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
